import { Button } from '@mantine/core';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { ProblemNotice } from '../feedback/states.tsx';
import { Icon } from '../Icon.tsx';
import type { EditState } from './useEditedValue.ts';
import type { FormState } from './useForm.ts';

const text = textsOf<typeof common>('common');

interface ChangedElsewhereProps {
  kept: Pick<EditState<unknown>, 'isBehind' | 'takeTheirs' | 'keepMine'>;
  form: Pick<FormState, 'problem' | 'clearProblems'>;
}

/**
 * Shows why a form was rejected. If another user saved in the meantime, shows this, and lets the
 * user choose which version to keep.
 */
export function ChangedElsewhere({ kept, form }: ChangedElsewhereProps) {
  if (!kept.isBehind) return <ProblemNotice problem={form.problem} />;
  const choose = (choice: () => void) => () => {
    form.clearProblems();
    choice();
  };
  return (
    <div className="notice notice-problem" role="alert">
      <Icon name="alert" />
      <div className="behind">
        <span>{text('behind')}</span>
        <div className="behind-choice">
          <Button size="xs" variant="default" onClick={choose(kept.takeTheirs)}>
            {text('takeTheirs')}
          </Button>
          <Button size="xs" variant="default" onClick={choose(kept.keepMine)}>
            {text('keepMine')}
          </Button>
        </div>
      </div>
    </div>
  );
}
