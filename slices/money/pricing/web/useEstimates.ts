import { useCall } from '../../../../web/data/useCall.ts';
import { type Choice, firstChoice, itemsOf } from './choice.ts';

/** The cost of one selected server, on and off. No request without a selection. */
function useEstimate(choice: Choice | undefined, sold: ReadonlySet<string>) {
  const shownChoice = choice ?? firstChoice;
  const hours = shownChoice.mode === 'hourly' ? { hours: shownChoice.hours } : {};
  const options = { keepsPrevious: true, isEnabled: choice !== undefined };
  const on = useCall(
    'estimatePrice',
    { body: { items: itemsOf(shownChoice, sold), ...hours } },
    options,
  );
  const off = useCall(
    'estimatePrice',
    { body: { items: itemsOf(shownChoice, sold, true), ...hours } },
    options,
  );
  return { on, off };
}

export type Estimated = ReturnType<typeof useEstimate>;

/** Estimates in the order of the choices. Always calls as many hooks as there can be choices. */
export function useEstimates(
  choices: readonly Choice[],
  sold: ReadonlySet<string>,
): readonly Estimated[] {
  const first = useEstimate(choices[0], sold);
  const second = useEstimate(choices[1], sold);
  const third = useEstimate(choices[2], sold);
  const fourth = useEstimate(choices[3], sold);
  return [first, second, third, fourth].slice(0, choices.length);
}
