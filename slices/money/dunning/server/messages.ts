import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import { padded } from '../../../../server/platform/decimals/decimals.ts';
import { accountMachine, titleOf } from '../../../people/accounts/server/index.ts';
import type { StepKind } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import type { Case } from './evaluation/cases.ts';
import type { Reason } from './evaluation/evaluateStep.ts';

/** A sentence for each reason, with placeholders in braces. */
const reasons: Record<Reason, LocalizedText> = {
  told: localize('reasons.told'),
  charged: localize('reasons.charged'),
  chargedTaxed: localize('reasons.chargedTaxed'),
  feeOfFee: localize('reasons.feeOfFee'),
  feeTooSmall: localize('reasons.feeTooSmall'),
  willTry: localize('reasons.willTry'),
  paid: localize('reasons.paid'),
  declined: localize('reasons.declined'),
  onItsWay: localize('reasons.onItsWay'),
  unusable: localize('reasons.unusable'),
  suspended: localize('reasons.suspended'),
  stateAlready: localize('reasons.stateAlready'),
  noticed: localize('reasons.noticed'),
  listed: localize('reasons.listed'),
  terminated: localize('reasons.terminated'),
  notSuspended: localize('reasons.notSuspended'),
  settled: localize('reasons.settled'),
  disputed: localize('reasons.disputed'),
  disputeLost: localize('reasons.disputeLost'),
  disputeWon: localize('reasons.disputeWon'),
};

export const stepTitles: Record<StepKind, LocalizedText> = {
  reminder: localize('stepTitles.reminder'),
  fee: localize('stepTitles.fee'),
  retry: localize('stepTitles.retry'),
  suspend: localize('stepTitles.suspend'),
  notice: localize('stepTitles.notice'),
  terminate: localize('stepTitles.terminate'),
};
const onHold: LocalizedText = localize('onHold');
const tolerated: LocalizedText = localize('tolerated');

/**
 * Describes the part of a debt that isn't being collected, with the reason. '' if all of it is
 * collected.
 */
export function remainingText(
  { disputed, rest, tolerance, digits, currency }: Case,
  language: Language,
): string {
  const fillAmount = (template: LocalizedText, amount: string) =>
    template[language].replace('{amount}', padded(amount, digits)).replace('{currency}', currency);
  const parts = [
    disputed === '0' ? '' : fillAmount(onHold, disputed),
    rest === 'tolerated' ? fillAmount(tolerated, tolerance) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const nothingLeft: LocalizedText = localize('nothingLeft');

/**
 * Returns the sentence for a reason. `details` can contain a translated problem under each language
 * code.
 */
export function reasonText(
  reason: string,
  details: Record<string, string>,
  language: Language,
): string {
  const template = reasons[reason as Reason]?.[language] ?? '';
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    formatFact(name, details, language),
  );
}

function formatFact(name: string, details: Record<string, string>, language: Language): string {
  const value = details[name] ?? '';
  if (name === 'state') {
    const accountState = accountMachine.states.find((state) => state.value === value);
    return accountState ? titleOf(accountMachine, accountState.value)[language] : value;
  }
  if (name === 'left') return skippedTitles(value, language);
  return name === 'problem' ? (details[language] ?? value) : value;
}

const skippedTitles = (kinds: string, language: Language): string =>
  kinds
    .split(',')
    .map((kind) => stepTitles[kind as StepKind]?.[language])
    .filter((title) => title !== undefined)
    .join(', ') || nothingLeft[language];
