type Key = readonly [keysym: number, code: string];
export interface Combination {
  title: string;
  keys: readonly Key[];
}

const ctrl: Key = [0xffe3, 'ControlLeft'];
const alt: Key = [0xffe9, 'AltLeft'];
const meta: Key = [0xffeb, 'MetaLeft'];
const firstFunctionKey = 0xffbe;
const functionKeys = Array.from(
  { length: 12 },
  (_, index): Key => [firstFunctionKey + index, `F${index + 1}`],
);
const namedKeys: readonly (readonly [title: string, key: Key])[] = [
  ['Esc', [0xff1b, 'Escape']],
  ['Tab', [0xff09, 'Tab']],
  ['Enter', [0xff0d, 'Enter']],
  ['↑', [0xff52, 'ArrowUp']],
  ['↓', [0xff54, 'ArrowDown']],
  ['←', [0xff51, 'ArrowLeft']],
  ['→', [0xff53, 'ArrowRight']],
  ['Page Up', [0xff55, 'PageUp']],
  ['Page Down', [0xff56, 'PageDown']],
  ['Print Screen', [0xff61, 'PrintScreen']],
];

/** Key combinations that browsers or operating systems intercept, by group. */
export const combinations: readonly {
  id: 'often' | 'functions' | 'terminals' | 'single';
  entries: readonly Combination[];
}[] = [
  {
    id: 'often',
    entries: [
      { title: 'Ctrl+Alt+Del', keys: [ctrl, alt, [0xffff, 'Delete']] },
      { title: 'Ctrl+Alt+Backspace', keys: [ctrl, alt, [0xff08, 'Backspace']] },
      { title: 'Alt+Tab', keys: [alt, [0xff09, 'Tab']] },
      { title: 'Alt+F4', keys: [alt, [firstFunctionKey + 3, 'F4']] },
      { title: 'Ctrl+Esc', keys: [ctrl, [0xff1b, 'Escape']] },
      { title: 'Win', keys: [meta] },
      { title: 'Win+L', keys: [meta, [0x6c, 'KeyL']] },
    ],
  },
  {
    id: 'terminals',
    entries: functionKeys.map((key, index) => ({
      title: `Ctrl+Alt+F${index + 1}`,
      keys: [ctrl, alt, key],
    })),
  },
  {
    id: 'functions',
    entries: functionKeys.map((key, index) => ({ title: `F${index + 1}`, keys: [key] })),
  },
  { id: 'single', entries: namedKeys.map(([title, key]) => ({ title, keys: [key] })) },
];

export const combinationOf = (title: string): Combination | undefined =>
  combinations.flatMap(({ entries }) => entries).find((entry) => entry.title === title);
