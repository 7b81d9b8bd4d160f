import type { Entity, Field, Model } from '@ninefold/model';

function fieldKeys(path: string, field: Field): string[] {
  const keys = [`${path}.label`];
  if (field.type === 'choice' || field.type === 'choices') {
    keys.push(...field.options.map((option) => `${path}.options.${option}.label`));
  }
  if (field.type === 'lines') keys.push(...fieldsKeys(path, field.fields));
  return keys;
}

function fieldsKeys(path: string, fields: Readonly<Record<string, Field>>): string[] {
  return Object.values(fields).flatMap((field) => fieldKeys(`${path}.fields.${field.id}`, field));
}

function lifecycleKeys({ id, lifecycle }: Entity): string[] {
  if (lifecycle === null) return [];
  const states = Object.keys(lifecycle.states).map((state) => `states.${id}.states.${state}.label`);
  const transitions = Object.values(lifecycle.transitions).flatMap((transition) => {
    const path = `states.${id}.transitions.${transition.id}`;
    const blocked = transition.when === null ? [] : [`${path}.blocked`];
    const inputs = Object.values(transition.input).flatMap((field) => fieldKeys(`${path}.input.${field.id}`, field));
    return [`${path}.label`, `${path}.done`, ...blocked, ...inputs];
  });
  return [...states, ...transitions];
}

function entityKeys(entity: Entity): string[] {
  const path = `entities.${entity.id}`;
  const own = entity.rules.filter((rule) => rule.error === `${entity.id}.${rule.id}`);
  return [
    `${path}.label`,
    `${path}.label_many`,
    ...Object.keys(entity.groups).map((group) => `${path}.groups.${group}.label`),
    ...fieldsKeys(path, entity.fields),
    ...lifecycleKeys(entity),
    ...own.map((rule) => `rules.${entity.id}.${rule.id}.message`),
  ];
}

function screenKeys(model: Model): string[] {
  return model.screens
    .filter((screen) => screen.written)
    .flatMap((screen) => {
      const path = `screens.${screen.id}`;
      const blocks = screen.kind === 'blocks' ? screen.blocks.map((block) => `${path}.blocks.${block.id}.label`) : [];
      const sections =
        screen.kind === 'record' ? screen.sections.map((section) => `${path}.sections.${section.id}.label`) : [];
      return [`${path}.label`, ...blocks, ...sections];
    });
}

/** The key of every text that people may see of this application; hints and examples are left to taste. */
export function textKeys(model: Model): string[] {
  const shared = Object.keys(model.errors).filter((id) => !id.includes('.'));
  const limits = Object.values(model.limits).filter((limit) => !limit.runtime);
  return [
    'purpose.name',
    'purpose.does',
    ...model.purpose.audience.map((role) => `purpose.audience.${role}`),
    ...model.purpose.terms.map((term) => `purpose.terms.${term}`),
    ...Object.values(model.entities).flatMap(entityKeys),
    ...Object.keys(model.roles).map((role) => `roles.${role}.label`),
    ...screenKeys(model),
    ...model.menu.map((group) => `menu.${group.id}.label`),
    ...shared.flatMap((id) => ['message', 'cause', 'remedy'].map((text) => `errors.${id}.${text}`)),
    ...limits.flatMap((limit) => [`limits.${limit.id}.label`, `limits.${limit.id}.note`]),
  ];
}
