import { Control } from '../../../../../web/ui/layout/Control.tsx';
import { combinationOf, combinations } from '../keys/combinations.ts';
import { type KeySink, pressTogether } from '../keys/typing.ts';
import { text } from '../text.ts';

/**
 * Key combinations that the browser or operating system intercepts. Selecting one sends it
 * immediately. A native list also opens in full screen.
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
