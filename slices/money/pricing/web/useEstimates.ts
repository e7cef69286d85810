import { useCall } from '../../../../web/data/useCall.ts';
import { type Choice, firstChoice, itemsOf } from './choice.ts';

/** The cost of one selected server, on and off. No request without a selection. */
function useEstimate(choice: Choice | undefined, pricedItems: ReadonlySet<string>) {
  const shownChoice = choice ?? firstChoice;
  const hours = shownChoice.mode === 'hourly' ? { hours: shownChoice.hours } : {};
  const options = { keepsPrevious: true, isEnabled: choice !== undefined };
  const on = useCall(
    'estimatePrice',
    { body: { items: itemsOf(shownChoice, pricedItems), ...hours } },
    options,
  );
  const off = useCall(
    'estimatePrice',
    { body: { items: itemsOf(shownChoice, pricedItems, true), ...hours } },
    options,
  );
  return { on, off };
}

export type EstimateQuery = ReturnType<typeof useEstimate>;

/** Estimates in the order of the choices. Always calls as many hooks as there can be choices. */
export function useEstimates(
  choices: readonly Choice[],
  pricedItems: ReadonlySet<string>,
): readonly EstimateQuery[] {
  const first = useEstimate(choices[0], pricedItems);
  const second = useEstimate(choices[1], pricedItems);
  const third = useEstimate(choices[2], pricedItems);
  const fourth = useEstimate(choices[3], pricedItems);
  return [first, second, third, fourth].slice(0, choices.length);
}
