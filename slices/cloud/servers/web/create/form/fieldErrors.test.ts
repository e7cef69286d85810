import { expect, it } from 'vitest';
import { CallError } from '../../../../../../web/client.ts';
import { errorAt, fieldErrorsOf, hasErrorIn } from './fieldErrors.ts';

const callError = new CallError(422, [
  { code: 1104, info: 'Too small.', key: 'disks.0.sizeGb' },
  { code: 1102, info: 'Taken.', key: 'name' },
  { code: 2, info: 'No public key.', key: 'sshKeys.2' },
  { code: 1116, info: 'No room.' },
  { code: 2, info: 'Copied server is on.', key: 'cloneOf' },
]);

it('shows each error next to its field and all others above the button', () => {
  const errors = fieldErrorsOf(callError);
  expect(errorAt(errors, 'disks.0.sizeGb')).toBe('Too small.');
  expect(errorAt(errors, 'disks.1.sizeGb')).toBeUndefined();
  expect(errorAt(errors, 'sshKeys')).toBe('No public key.');
  expect(errors.general).toEqual(['No room.', 'Copied server is on.']);
});

it('returns the sections of the screen to expand', () => {
  const errors = fieldErrorsOf(callError);
  expect(hasErrorIn(errors, 'disks')).toBe(true);
  expect(hasErrorIn(errors, 'nics', 'userData')).toBe(false);
});
