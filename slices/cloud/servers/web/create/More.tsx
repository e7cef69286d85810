import { TextInput } from '@mantine/core';
import { Billing, billingSummary } from './Billing.tsx';
import { errorAt } from './form/fieldErrors.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { keysOf, tagsOf } from './form/toBody.ts';
import { Hardware, sizeLine } from './Hardware.tsx';
import { Keys } from './Keys.tsx';
import { Network } from './Network.tsx';
import { CollapsibleSection } from './Parts.tsx';
import { text } from './text.ts';
import { UserData } from './UserData.tsx';

/** Settings with sensible defaults, collapsed with their current value. */
export function More(props: FormSectionProps) {
  const { form, options, errors, onChange } = props;
  const keyCount = keysOf(form).length;
  return (
    <div className="folds">
      <CollapsibleSection
        title={text('hardware')}
        chosen={<bdi dir="ltr">{sizeLine(form)}</bdi>}
        parts={['size', 'disks']}
        errors={errors}
      >
        <Hardware {...props} />
      </CollapsibleSection>
      <CollapsibleSection
        title={text('network')}
        chosen={text('cards', { count: form.nics.length })}
        parts={['nics']}
        errors={errors}
      >
        <Network {...props} />
      </CollapsibleSection>
      {form.cloneOf === null && (
        <>
          <CollapsibleSection
            title={text('keys')}
            chosen={keyCount === 0 ? text('none') : text('keyCount', { count: keyCount })}
            parts={['keys']}
            errors={errors}
          >
            <Keys {...props} />
          </CollapsibleSection>
          <CollapsibleSection
            title={text('userData')}
            chosen={userDataLine(form)}
            parts={['userData']}
            errors={errors}
          >
            <UserData {...props} />
          </CollapsibleSection>
        </>
      )}
      <CollapsibleSection
        title={text('billing')}
        chosen={billingSummary(form, options)}
        parts={['billing']}
        errors={errors}
      >
        <Billing {...props} />
      </CollapsibleSection>
      <CollapsibleSection
        title={text('tags')}
        chosen={<bdi>{tagsOf(form.tags).join(', ') || text('none')}</bdi>}
        parts={['tags']}
        errors={errors}
      >
        <TextInput
          aria-label={text('tags')}
          description={text('tagsHint')}
          error={errorAt(errors, 'tags')}
          value={form.tags}
          inputWrapperOrder={['input', 'description', 'error']}
          onChange={(event) => onChange({ tags: event.currentTarget.value })}
        />
      </CollapsibleSection>
    </div>
  );
}

/** `2 policies, 8 lines` */
function userDataLine({ policies, userData }: FormSectionProps['form']): string {
  const lineCount = userData.trim() === '' ? 0 : userData.trim().split('\n').length;
  const parts = [
    ...(policies.length > 0 ? [text('policyCount', { count: policies.length })] : []),
    ...(lineCount > 0 ? [text('userDataLines', { count: lineCount })] : []),
  ];
  return parts.join(', ') || text('none');
}
