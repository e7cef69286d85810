import type { HttpSend } from '../http/port.ts';
import { basicCredentials } from '../http/tokens.ts';
import { failureOfAnswer } from './createHttpSend.ts';
import type { SmsDriver } from './port.ts';

export interface TwilioSettings {
  /** `https://api.twilio.com`, or a compatible service. */
  baseAddress: string;
  accountSid: string;
  authToken: string;
  /** An E.164 number, a sender name, or a messaging service (`MG…`). */
  sender: string;
}

/** The Messages resource of Twilio's REST API, version 2010-04-01. */
export function twilioDriver(
  { baseAddress, accountSid, authToken, sender }: TwilioSettings,
  httpSend: HttpSend,
): SmsDriver {
  const address = `${baseAddress.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const from: Record<string, string> = sender.startsWith('MG')
    ? { MessagingServiceSid: sender }
    : { From: sender };
  return {
    send: async ({ phone, text }) => {
      const answer = await httpSend({
        method: 'POST',
        address,
        headers: {
          authorization: basicCredentials(accountSid, authToken),
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams({ To: phone, ...from, Body: text }).toString(),
      });
      const content = parseResponse(answer.text);
      if (answer.status >= 200 && answer.status < 300) return { reference: content.sid };
      throw failureOfAnswer(answer, content.message, content.code);
    },
  };
}

function parseResponse(text: string): { sid: string; message: string; code: string } {
  try {
    const { sid, message, code } = JSON.parse(text) as {
      sid?: unknown;
      message?: unknown;
      code?: unknown;
    };
    return {
      sid: String(sid ?? ''),
      message: String(message ?? '').slice(0, 300),
      code: String(code ?? ''),
    };
  } catch {
    return { sid: '', message: '', code: '' };
  }
}
