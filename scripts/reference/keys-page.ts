import { keyText } from '../../packages/spec/src/language/texts.ts';
import { keysOf, PLACES, type LanguageKey } from '../../packages/spec/src/language/keys-of.ts';
import type { Place, Shape } from '../../packages/spec/src/language/shape.ts';
import { code, plain, table } from './markdown.ts';
import type { Texts } from './texts.ts';

/** Every key, by the map it stands in. */
export function keysPage(texts: Texts): string {
  return PLACES.map(
    (place) => `<a id="${anchorOf(place)}"></a>\n\n## ${texts.say(`places.${place}`)}\n\n${placeTable(place, texts)}`,
  ).join('\n');
}

function placeTable(place: Place, texts: Texts): string {
  const { say, language } = texts;
  const rows = keysOf(place).map((one) => [
    code(one.key),
    shapeText(one.shape, texts),
    [plain(keyText(place, one.key, language) ?? ''), ...notes(one, texts)].join(' '),
  ]);
  return table([say('keys.key'), say('keys.may'), say('keys.means')], rows);
}

function notes({ only, notYet }: LanguageKey, { say }: Texts): readonly string[] {
  const types = only === null ? [] : [`(${say('keys.only', { names: only.map(code).join(', ') })})`];
  return notYet ? [...types, say('keys.not_yet')] : types;
}

function anchorOf(place: Place): string {
  return place.toLowerCase();
}

/** What may stand somewhere, in words. */
function shapeText(shape: Shape, texts: Texts): string {
  const { say } = texts;
  switch (shape.is) {
    case 'word':
      return shape.words.map(code).join(', ');
    case 'whole':
      return say('shapes.whole', { min: String(shape.min), max: String(shape.max) });
    case 'name':
      return say(`shapes.names.${shape.of}`);
    case 'map':
      return say('shapes.map', { place: say(`places.${shape.place}`), anchor: anchorOf(shape.place) });
    case 'list':
      return say('shapes.list', { of: shapeText(shape.of, texts) });
    case 'either':
      return shape.of.map((one) => shapeText(one, texts)).join(say('shapes.or'));
    case 'things':
      return say('shapes.things', { of: shapeText(shape.of, texts) });
    case 'keyed':
      return say('shapes.keyed', { by: say(`shapes.names.${shape.by}`), of: shapeText(shape.of, texts) });
    default:
      return say(`shapes.${shape.is}`);
  }
}
