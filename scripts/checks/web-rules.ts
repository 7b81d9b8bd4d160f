import { parseSync, Visitor } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

const SPOKEN_ATTRIBUTES = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'description',
  'aria-label',
  'aria-description',
]);
/** Mantine's style props that end in `margin-left` and the like, and their logical twins. */
const LOGICAL_PROPS: Readonly<Record<string, string>> = { ml: 'ms', mr: 'me', pl: 'ps', pr: 'pe' };
const PHYSICAL_STYLE =
  /^(?:(?:margin|padding|border)(?:Left|Right)(?:Color|Width|Style)?|border(?:Top|Bottom)(?:Left|Right)Radius|left|right)$/;
const PHYSICAL_CSS =
  /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)(?:-[a-z]+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|((?:text-align|float|clear)\s*:\s*(?:left|right))/g;
const HAS_LETTER = /\p{L}/u;

export const webRulesCheck: Check = {
  name: 'web rules',
  run: async (root) =>
    outcomeOf(webFindings(await readSources(root, /^packages\/web\/src\/(?!.*\.test\.tsx?$).*\.(?:tsx|css)$/))),
};

/** No text in the code (texts come from locale files), no words of the browser in forms, and only logical directions (the page may run right to left). */
export function webFindings(files: Files): readonly Finding[] {
  return [...files].flatMap(([file, text]) =>
    file.endsWith('.css') ? cssFindings(file, text) : jsxFindings(file, text),
  );
}

function cssFindings(file: string, text: string): readonly Finding[] {
  const bare = text.replace(/\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length));
  return [...bare.matchAll(PHYSICAL_CSS)].map((match) =>
    errorAt(
      file,
      lineAt(text, match.index + 1),
      `"${match[1] ?? match[2]}" is a physical direction: use the logical property`,
    ),
  );
}

function jsxFindings(file: string, text: string): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (start: number, what: string): void => void findings.push(errorAt(file, lineAt(text, start), what));
  new Visitor({
    JSXText: (node) => {
      if (HAS_LETTER.test(node.value))
        add(node.start, `text in the code: "${node.value.trim()}" belongs in a locale file`);
    },
    JSXOpeningElement: (node) => {
      const isForm = node.name.type === 'JSXIdentifier' && node.name.name === 'form';
      const has = (name: string): boolean =>
        node.attributes.some(
          (each) => each.type === 'JSXAttribute' && each.name.type === 'JSXIdentifier' && each.name.name === name,
        );
      if (isForm && !has('noValidate'))
        add(node.start, 'a <form> without noValidate: the browser says what is wrong in its own words and language');
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      const literal = node.value?.type === 'Literal' && typeof node.value.value === 'string' ? node.value.value : '';
      if (SPOKEN_ATTRIBUTES.has(name) && HAS_LETTER.test(literal)) {
        add(node.start, `text in the code: ${name}="${literal}" belongs in a locale file`);
      }
      if (LOGICAL_PROPS[name]) add(node.start, `"${name}" is a physical direction: use "${LOGICAL_PROPS[name]}"`);
    },
    Property: (node) => {
      const key = node.key.type === 'Identifier' ? node.key.name : '';
      if (/^(?:left|right)$/.test(key) && node.value.type !== 'Literal') return;
      if (PHYSICAL_STYLE.test(key)) add(node.start, `"${key}" is a physical direction: use the logical property`);
    },
  }).visit(parseSync(file, text).program);
  return findings;
}
