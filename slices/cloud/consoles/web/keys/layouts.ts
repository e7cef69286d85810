/**
 * The keyboard layouts that a guest can have. Consoles send keys rather than characters, and the
 * guest's layout converts them to characters.
 */
export const layoutIds = ['us', 'uk', 'de', 'fr', 'he'] as const;
export type LayoutId = (typeof layoutIds)[number];

/** Physical keys by position, with the names that browsers use (UI Events KeyboardEvent code). */
const places: readonly (readonly string[])[] = [
  [
    'Backquote',
    'Digit1',
    'Digit2',
    'Digit3',
    'Digit4',
    'Digit5',
    'Digit6',
    'Digit7',
    'Digit8',
    'Digit9',
    'Digit0',
    'Minus',
    'Equal',
  ],
  [
    'KeyQ',
    'KeyW',
    'KeyE',
    'KeyR',
    'KeyT',
    'KeyY',
    'KeyU',
    'KeyI',
    'KeyO',
    'KeyP',
    'BracketLeft',
    'BracketRight',
  ],
  [
    'KeyA',
    'KeyS',
    'KeyD',
    'KeyF',
    'KeyG',
    'KeyH',
    'KeyJ',
    'KeyK',
    'KeyL',
    'Semicolon',
    'Quote',
    'Backslash',
  ],
  [
    'IntlBackslash',
    'KeyZ',
    'KeyX',
    'KeyC',
    'KeyV',
    'KeyB',
    'KeyN',
    'KeyM',
    'Comma',
    'Period',
    'Slash',
  ],
];

export type Level = 'plain' | 'shift' | 'altGr';

interface Layout {
  /** Row by row as in `places`. `·` means that the key alone produces no character. */
  plain: readonly string[];
  shift: readonly string[];
  /** Maps characters to keys. */
  altGr?: Readonly<Record<string, string>>;
  /**
   * Dead keys, which combine with the next key. A space after them produces the character itself.
   */
  dead?: Readonly<Record<string, readonly [code: string, level: Level]>>;
}

const none = '·';
const qwerty = { plain: 'qwertyuiop', shift: 'QWERTYUIOP' };

/** The layouts as defined by Linux and X11 (xkeyboard-config: us, gb, de, fr, il). */
const layouts: Record<LayoutId, Layout> = {
  us: {
    plain: ['`1234567890-=', `${qwerty.plain}[]`, "asdfghjkl;'\\", '·zxcvbnm,./'],
    shift: ['~!@#$%^&*()_+', `${qwerty.shift}{}`, 'ASDFGHJKL:"|', '·ZXCVBNM<>?'],
  },
  uk: {
    plain: ['`1234567890-=', `${qwerty.plain}[]`, "asdfghjkl;'#", '\\zxcvbnm,./'],
    shift: ['¬!"£$%^&*()_+', `${qwerty.shift}{}`, 'ASDFGHJKL:@~', '|ZXCVBNM<>?'],
    altGr: { '€': 'Digit4' },
  },
  de: {
    plain: ['·1234567890ß·', 'qwertzuiopü+', 'asdfghjklöä#', '<yxcvbnm,.-'],
    shift: ['°!"§$%&/()=?·', 'QWERTZUIOPÜ*', "ASDFGHJKLÖÄ'", '>YXCVBNM;:_'],
    altGr: {
      ...{
        '²': 'Digit2',
        '³': 'Digit3',
        '{': 'Digit7',
        '[': 'Digit8',
        ']': 'Digit9',
        '}': 'Digit0',
        '\\': 'Minus',
      },
      ...{ '@': 'KeyQ', '€': 'KeyE', '~': 'BracketRight', '|': 'IntlBackslash', µ: 'KeyM' },
    },
    dead: { '^': ['Backquote', 'plain'], '´': ['Equal', 'plain'], '`': ['Equal', 'shift'] },
  },
  fr: {
    plain: ['²&é"\'(-è_çà)=', 'azertyuiop·$', 'qsdfghjklmù*', '<wxcvbn,;:!'],
    shift: ['·1234567890°+', 'AZERTYUIOP·£', 'QSDFGHJKLM%µ', '>WXCVBN?./§'],
    altGr: {
      ...{
        '~': 'Digit2',
        '#': 'Digit3',
        '{': 'Digit4',
        '[': 'Digit5',
        '|': 'Digit6',
        '`': 'Digit7',
        '\\': 'Digit8',
        '^': 'Digit9',
      },
      ...{ '@': 'Digit0', ']': 'Minus', '}': 'Equal', '€': 'KeyE', '¤': 'BracketRight' },
    },
    dead: { '¨': ['BracketLeft', 'shift'] },
  },
  he: {
    plain: [';1234567890-=', "/'קראטוןםפ][", 'שדגכעיחלךף,\\', '·זסבהנמצתץ.'],
    shift: ['~!@#$%^&*)(_+', 'QWERTYUIOP}{', 'ASDFGHJKL:"|', '·ZXCVBNM><?'],
    altGr: { '₪': 'Digit4', '€': 'KeyE' },
  },
};

/** A key with the modifier that is held while it is pressed. */
export interface Stroke {
  code: string;
  keysym: number;
  level: Level;
}

/**
 * The X11 keysym of a character: its code point for Latin-1, otherwise its code point with an
 * additional bit.
 */
export function keysymOf(character: string): number {
  const special = { '\n': 0xff0d, '\t': 0xff09 }[character];
  if (special !== undefined) return special;
  const point = character.codePointAt(0) ?? 0;
  return point <= 0xff ? point : 0x01000000 + point;
}

const tables = new Map<LayoutId, Map<string, Stroke[]>>();

/** The strokes for each character of the layout. */
function tableOf(id: LayoutId): Map<string, Stroke[]> {
  const cached = tables.get(id);
  if (cached) return cached;
  const layout = layouts[id];
  const table = new Map<string, Stroke[]>();
  const add = (character: string, code: string, level: Level) => {
    if (character !== none && !table.has(character))
      table.set(character, [{ code, keysym: keysymOf(character), level }]);
  };
  for (const level of ['plain', 'shift'] as const)
    for (const [row, characters] of layout[level].entries())
      for (const [position, character] of [...characters].entries())
        add(character, places[row]?.[position] ?? '', level);
  for (const [character, code] of Object.entries(layout.altGr ?? {})) add(character, code, 'altGr');
  add(' ', 'Space', 'plain');
  add('\n', 'Enter', 'plain');
  add('\t', 'Tab', 'plain');
  const blank = table.get(' ') ?? [];
  for (const [character, [code, level]] of Object.entries(layout.dead ?? {}))
    if (!table.has(character))
      table.set(character, [{ code, keysym: keysymOf(character), level }, ...blank]);
  tables.set(id, table);
  return table;
}

/** The keys that type the text, and the characters missing from this keyboard layout. */
export function strokesFor(
  text: string,
  layout: LayoutId,
): { strokes: Stroke[]; missing: string[] } {
  const table = tableOf(layout);
  const missing = new Set<string>();
  const strokes = [...text.replace(/\r\n?/g, '\n')].flatMap((character) => {
    const found = table.get(character);
    if (!found) missing.add(character);
    return found ?? [];
  });
  return { strokes, missing: [...missing] };
}

/** The rest of a text after this many strokes. A partially typed character is part of the rest. */
export function untyped(text: string, layout: LayoutId, strokeCount: number): string {
  const characters = [...text.replace(/\r\n?/g, '\n')];
  let done = 0;
  const next = characters.findIndex((character) => {
    done += strokesFor(character, layout).strokes.length;
    return done > strokeCount;
  });
  return next < 0 ? '' : characters.slice(next).join('');
}
