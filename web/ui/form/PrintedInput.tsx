import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../data/useCall.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';

const text = textsOf<typeof common>('common');
const typingMs = 400;
/** All document fonts include these characters, so no check is needed. */
const plain = /^[ -~]*$/;
const inputOrder = ['label', 'input', 'description', 'error'] as const;

/** A field whose text appears on invoices. Shows during input which characters can't be printed. */
export function PrintedInput({
  value,
  description,
  inputWrapperOrder = [...inputOrder],
  ...input
}: TextInputProps & { value: string }) {
  const note = useUnprintableNote(value);
  const fullDescription =
    note === null ? description : [description, <UnprintableNote key="unprintable" note={note} />];
  return (
    <TextInput
      {...input}
      value={value}
      description={fullDescription}
      inputWrapperOrder={inputWrapperOrder}
    />
  );
}

const UnprintableNote = ({ note }: { note: string }) => (
  <span role="status" className="notice notice-warning">
    {note}
  </span>
);

function useUnprintableNote(value: string): string | null {
  const [debounced] = useDebouncedValue(value, typingMs);
  const isEnabled = !plain.test(debounced);
  const { data } = useCall(
    'checkPrintable',
    { body: { text: debounced } },
    { isEnabled, keepsPrevious: true },
  );
  return isEnabled && data ? unprintableNote(data.characters) : null;
}

/** The message about characters that documents can't print. Null if there are none. */
export const unprintableNote = (characters: readonly string[]): string | null =>
  characters.length === 0 ? null : text('unprintable', { characters: characters.join(' ') });
