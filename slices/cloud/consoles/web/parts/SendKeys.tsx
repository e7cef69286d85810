import { Control } from '../../../../../web/ui/layout/Control.tsx';
import { combinationOf, combinations } from '../keys/combinations.ts';
import { type KeySink, pressTogether } from '../keys/typing.ts';
import { text } from '../text.ts';

/**
 * Keys that the browser or its system would keep: chosen from a list, sent at once. A plain list
 * opens in full screen too.
 */
export function SendKeys({ sink, onSent }: { sink: KeySink; onSent(): void }) {
  return (
    <Control
      as="select"
      size="xs"
      aria-label={text('sendKeys')}
      value=""
      onChange={(event) => {
        const combination = combinationOf(event.currentTarget.value);
        if (combination) pressTogether(combination.keys, sink);
        onSent();
      }}
    >
      <option value="">{text('sendKeys')}</option>
      {combinations.map(({ id, entries }) => (
        <optgroup key={id} label={text(id)}>
          {entries.map(({ title }) => (
            <option key={title} value={title}>
              {title}
            </option>
          ))}
        </optgroup>
      ))}
    </Control>
  );
}
