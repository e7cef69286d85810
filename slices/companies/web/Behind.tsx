import { Button } from '@mantine/core';
import { Icon } from '../../../web/ui/Icon.tsx';
import { ProblemNotice } from '../../../web/ui/states.tsx';
import type { Saving } from '../../../web/ui/useSave.ts';
import { text } from './text.ts';
import type { Kept } from './useKept.ts';

interface BehindProps {
  kept: Pick<Kept<unknown>, 'isBehind' | 'takeTheirs' | 'keepMine'>;
  saving: Pick<Saving, 'general' | 'clear'>;
}

/** What was refused of a form; where somebody else saved meanwhile, that, and the question whose stays. */
export function Behind({ kept, saving }: BehindProps) {
  if (!kept.isBehind) return <ProblemNotice problem={saving.general} />;
  const choose = (choice: () => void) => () => {
    saving.clear();
    choice();
  };
  return (
    <div className="notice notice-problem" role="alert">
      <Icon name="alert" />
      <div className="company-form">
        <span>{text('behind')}</span>
        <div className="company-choice">
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
