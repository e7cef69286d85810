import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { errorAt } from './fieldErrors.ts';
import { Wrong } from './Parts.tsx';
import type { PartProps } from './partProps.ts';
import { text } from './text.ts';

/** Policies to run at first boot, with their total cost. */
export function Policies({ form, errors, onChange }: PartProps) {
  const offered = useCall('offeredPolicies', {}, { topics: ['policy'] });
  const items = offered.data?.items ?? [];
  const { policies } = form;
  if (items.length === 0) return null;
  return (
    <fieldset className="known-keys">
      <legend>{text('policies')}</legend>
      {items.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={
            <Link
              className="link"
              to="/cloudinit/$policyId/{-$tab}"
              params={{ policyId: id, tab: undefined } as never}
              target="_blank"
            >
              <bdi>{name}</bdi>
            </Link>
          }
          aria-label={name}
          description={description || undefined}
          checked={policies.includes(id)}
          onChange={(event) =>
            onChange({
              policies: event.currentTarget.checked
                ? [...policies, id]
                : policies.filter((one) => one !== id),
            })
          }
        />
      ))}
      <Wrong>{errorAt(errors, 'policies')}</Wrong>
    </fieldset>
  );
}

/** What cloud-init would say of it, and what it makes of policies and user data together. */
export function Composed({ form }: Pick<PartProps, 'form'>) {
  const userData = useDeferredValue(form.userData);
  const isAsked = form.policies.length > 0 || userData.trim() !== '';
  const body = { policies: [...form.policies], ...(userData.trim() === '' ? {} : { userData }) };
  const composed = useCall(
    'composeUserData',
    { body },
    { isEnabled: isAsked, keepsPrevious: true },
  );
  if (!isAsked || !composed.data) return null;
  const { problems, merged, bytes, maxBytes } = composed.data;
  return (
    <div className="composed" aria-live="polite">
      {problems.map(({ part, line, field, problem, isWarning }) => (
        <p
          key={`${part} ${line} ${field} ${problem}`}
          className={isWarning ? 'soft' : 'form-problem'}
        >
          {form.policies.length > 0 && <bdi>{part}</bdi>} {text('lineAt', { line })}{' '}
          {field && <bdi dir="ltr">{field}</bdi>}: {problem}
        </p>
      ))}
      {problems.length === 0 && <p className="soft">{text('userDataFine')}</p>}
      {form.policies.length > 0 && (
        <details>
          <summary>
            {text('merged')}{' '}
            <span className="number">{text('bytesOf', { bytes, max: maxBytes })}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reached by the keyboard */}
          <pre dir="ltr" tabIndex={0}>
            {merged}
          </pre>
        </details>
      )}
    </div>
  );
}
