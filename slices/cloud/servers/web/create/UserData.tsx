import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { errorAt } from './form/fieldErrors.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { FieldProblem } from './Parts.tsx';
import { Policies, UserDataPreview } from './Policies.tsx';
import { text } from './text.ts';

const YamlEditor = lazy(() => import('./YamlEditor.tsx'));

/** User data that runs at first boot. */
export function UserData(part: FormSectionProps) {
  const { form, errors, onChange } = part;
  return (
    <Stack isForm gap={16}>
      <Policies {...part} />
      <p className="soft">{text('userDataHint')}</p>
      <Suspense fallback={<Skeleton count={4} />}>
        <YamlEditor
          value={form.userData}
          label={text('userData')}
          onChange={(userData) => onChange({ userData })}
        />
      </Suspense>
      <FieldProblem>{errorAt(errors, 'userData')}</FieldProblem>
      <UserDataPreview form={form} />
    </Stack>
  );
}
