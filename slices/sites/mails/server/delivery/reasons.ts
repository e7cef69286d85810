import type { MailFailure } from '../../../../../drivers/mail/port.ts';
import { vendorProblem } from '../../../../../drivers/problem.ts';
import type { SmsFailure } from '../../../../../drivers/sms/port.ts';
import {
  type FailureKind,
  failureKindOfStatus,
  OutboundFailure,
} from '../../../../../server/platform/outbound/outboundFailure.ts';
import { parseRetryAfter } from '../../../../../server/platform/outbound/retryPolicy.ts';
import { localize } from '../../texts/localize.ts';

const emailReasons = {
  unavailable: localize('emailReasons.unavailable'),
  temporary: localize('emailReasons.temporary'),
  permanent: localize('emailReasons.permanent'),
};

const textMessageReasons = {
  unavailable: localize('textMessageReasons.unavailable'),
  rateLimited: localize('textMessageReasons.rateLimited'),
  temporary: localize('textMessageReasons.temporary'),
  permanent: localize('textMessageReasons.permanent'),
};

const invalidAddress = localize('invalidAddress');

const contentGone = localize('contentGone');

export const contentGoneFailure = () => new OutboundFailure('permanent', contentGone);

export const invalidAddressFailure = (address: string) =>
  new OutboundFailure('permanent', invalidAddress, { problem: vendorProblem(address) });

/** Classifies a failure of the mail server for the outbound queue. */
export function emailFailure(failure: MailFailure): OutboundFailure {
  const { isPermanent, isUnavailable, problem } = failure;
  const kind = isPermanent ? 'permanent' : isUnavailable ? 'unavailable' : 'temporary';
  return new OutboundFailure(kind, emailReasons[kind], { problem, cause: failure });
}

/** Classifies a failure of the text message provider for the outbound queue. */
export function textMessageFailure(failure: SmsFailure, now: Date): OutboundFailure {
  const kind = kindOf(failure);
  const { problem, retryAfter } = failure;
  return new OutboundFailure(kind, textMessageReasons[kind], {
    problem,
    retryAfterMs: parseRetryAfter(retryAfter, now),
    cause: failure,
  });
}

function kindOf({ isPermanent, status }: SmsFailure): FailureKind {
  if (isPermanent) return 'permanent';
  return status === null ? 'unavailable' : failureKindOfStatus(status);
}
