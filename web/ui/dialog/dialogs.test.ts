import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const sources = globSync('{web,slices/*/*/web}/**/*.tsx', { cwd: root });
const filesMatching = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort();

it('every dialog uses one of the two components that trap focus and warn before input is lost', () => {
  expect(filesMatching(/import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/)).toEqual([
    'web/ui/dialog/Dialog.tsx',
    'web/ui/dialog/SideDialog.tsx',
  ]);
  expect(filesMatching(/<dialog\b|role="dialog"/)).toEqual([]);
});

it('every date or time field uses the component that shows its time zone', () => {
  expect(
    filesMatching(/type="(date|time|datetime-local|month|week)"|type: .(date|datetime-local)./),
  ).toEqual([]);
});

it('a link to the first tab of another screen includes the tab, since otherwise the current tab would be used', () => {
  expect(filesMatching(/to="[^"]*\{-\$tab\}"\s+params=\{\{(?![^}]*\btab\b)/)).toEqual([]);
});
