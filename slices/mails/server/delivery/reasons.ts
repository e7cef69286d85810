import type { MailFailure } from '../../../../drivers/mail/port.ts';
import type { SmsFailure } from '../../../../drivers/sms/port.ts';
import {
  type FailureKind,
  failureKindOfStatus,
  OutboundFailure,
} from '../../../../server/platform/outbound/outboundFailure.ts';
import { parseRetryAfter } from '../../../../server/platform/outbound/retryPolicy.ts';

const emailReasons = {
  unavailable: {
    en: 'The mail server can’t be reached or doesn’t accept the sign-in.',
    he: 'לא ניתן להתחבר לשרת הדואר, או שהוא אינו מקבל את פרטי ההתחברות.',
  },
  temporary: {
    en: 'The mail server didn’t accept the email for now.',
    he: 'שרת הדואר לא קיבל את ההודעה בינתיים.',
  },
  permanent: {
    en: 'The mail server rejected the email.',
    he: 'שרת הדואר דחה את ההודעה.',
  },
};

const textMessageReasons = {
  unavailable: {
    en: 'The text message provider can’t be reached or doesn’t accept the sign-in.',
    he: 'לא ניתן להתחבר לספק המסרונים, או שהוא אינו מקבל את פרטי ההתחברות.',
  },
  rateLimited: {
    en: 'The text message provider accepts no more messages for now.',
    he: 'ספק המסרונים אינו מקבל כרגע הודעות נוספות.',
  },
  temporary: {
    en: 'The text message provider didn’t accept the message for now.',
    he: 'ספק המסרונים לא קיבל את ההודעה בינתיים.',
  },
  permanent: {
    en: 'The text message provider rejected the message.',
    he: 'ספק המסרונים דחה את ההודעה.',
  },
};

const invalidAddress = {
  en: 'The recipient isn’t a single valid email address.',
  he: 'הנמען אינו כתובת דוא"ל תקינה אחת.',
};

const contentGone = {
  en: 'The content of the message is no longer available.',
  he: 'תוכן ההודעה כבר אינו זמין.',
};

export const contentGoneFailure = () => new OutboundFailure('permanent', contentGone);

export const invalidAddressFailure = (address: string) =>
  new OutboundFailure('permanent', invalidAddress, { detail: address });

/** How a failure of the mail server counts. */
export function emailFailure(failure: MailFailure): OutboundFailure {
  const { isPermanent, isUnavailable, message: detail } = failure;
  const kind = isPermanent ? 'permanent' : isUnavailable ? 'unavailable' : 'temporary';
  return new OutboundFailure(kind, emailReasons[kind], { detail, cause: failure });
}

/** How a failure of the text message provider counts. */
export function textMessageFailure(failure: SmsFailure, now: Date): OutboundFailure {
  const kind = kindOf(failure);
  const { message: detail, retryAfter } = failure;
  return new OutboundFailure(kind, textMessageReasons[kind], {
    detail,
    retryAfterMs: parseRetryAfter(retryAfter, now),
    cause: failure,
  });
}

function kindOf({ isPermanent, status }: SmsFailure): FailureKind {
  if (isPermanent) return 'permanent';
  return status === null ? 'unavailable' : failureKindOfStatus(status);
}
