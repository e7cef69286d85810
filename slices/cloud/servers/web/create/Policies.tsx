import { Checkbox } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Box, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { errorAt } from './form/fieldErrors.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { FieldProblem } from './Parts.tsx';
import { text } from './text.ts';

/** Policies to run at first boot, with their total cost. */
export function Policies({ form, errors, onChange }: FormSectionProps) {
  const policyOptions = useCall('offeredPolicies', {});
  const items = policyOptions.data?.items ?? [];
  const { policies } = form;
  if (items.length === 0) return null;
  return (
    <Stack as="fieldset" gap={10}>
      <Text as="legend" mb={8} size="sm" weight={500}>
        {text('policies')}
      </Text>
      {items.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={
            <Link className="link" to={`/cloudinit/${id}`} target="_blank">
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
      <FieldProblem>{errorAt(errors, 'policies')}</FieldProblem>
    </Stack>
  );
}

/** Validation by cloud-init, and the merged result of policies and user data. */
export function UserDataPreview({ form }: Pick<FormSectionProps, 'form'>) {
  const userData = useDeferredValue(form.userData);
  const isEnabled = form.policies.length > 0 || userData.trim() !== '';
  const body = { policies: [...form.policies], ...(userData.trim() === '' ? {} : { userData }) };
  const composed = useCall(
    'composeUserData',
    { body },
    { isEnabled: isEnabled, keepsPrevious: true },
  );
  if (!isEnabled || !composed.data) return null;
  const { problems, merged, bytes, maxBytes } = composed.data;
  return (
    <Box data-part="composed" aria-live="polite">
      {problems.map(({ part, line, field, problem, isWarning }) => (
        <Text
          key={`${part} ${line} ${field} ${problem}`}
          className={isWarning ? 'soft' : 'form-problem'}
          mb={6}
          wrap="anywhere"
        >
          {form.policies.length > 0 && <bdi>{part}</bdi>} {text('lineAt', { line })}{' '}
          {field && <bdi dir="ltr">{field}</bdi>}: {problem}
        </Text>
      ))}
      {problems.length === 0 && (
        <Text tone="soft" mb={6}>
          {text('userDataFine')}
        </Text>
      )}
      {form.policies.length > 0 && (
        <details>
          <summary>
            {text('merged')}{' '}
            <span className="number">{text('bytesOf', { bytes, max: maxBytes })}</span>
          </summary>
          {/* Scrollable content must be focusable by keyboard. */}
          <Text
            as="pre"
            dir="ltr"
            tabIndex={0}
            isMono
            isShaded
            isFramed
            size="0.8125rem"
            maxHeight={320}
            mt={8}
            p="10px 12px"
            scroll="both"
          >
            {merged}
          </Text>
        </details>
      )}
    </Box>
  );
}
