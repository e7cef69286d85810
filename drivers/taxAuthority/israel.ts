import { type JsonReader, parsed } from '../http/json.ts';
import type { HttpSend, Tokens } from '../http/port.ts';
import { basicCredentials, withBearer } from '../http/tokens.ts';
import { problem, vendorProblem } from '../problem.ts';
import { doubleOf, integerOf } from './numbers.ts';
import {
  type Approval,
  type AuthorityInvoice,
  type AuthorityItem,
  type Decision,
  type TaxAuthorityDriver,
  TaxAuthorityFailure,
  type TaxAuthoritySettings,
} from './port.ts';

/**
 * Sign-in uses a different host than everything else (Israel Tax Authority, "Invoices Israel", API
 * specification 2.0).
 */
const ownOrigins = {
  token: 'https://openapi.taxes.gov.il',
  api: 'https://ita-api.taxes.gov.il',
} as const;
/** The lifetime of a token whose response doesn't contain it. */
const usualTokenSeconds = 600;

/** Tax invoice, according to the document types of the uniform file. */
const taxInvoice = 305;
const decisionPaths: Record<Decision, string> = { continue: 'Continue', cancel: 'Cancel' };
/** Rejections that require a decision by a user. They have status 200 and `approved` false. */
const rejectionCodes = ['460', '461'];
const alreadyDecidedCode = '462';

/**
 * Allocation numbers of the Israel Tax Authority: OAuth2 with single-use refresh tokens, then JSON
 * over POST.
 */
export function israelDriver(
  settings: TaxAuthoritySettings,
  httpSend: HttpSend,
): TaxAuthorityDriver {
  const origin = (environment: keyof typeof ownOrigins) =>
    (settings.baseAddress || ownOrigins[environment]).replace(/\/+$/, '');
  const { environment, tokens } = settings;

  const refreshed = async (refresh: string): Promise<Tokens> => {
    const { status, text } = await httpSend({
      method: 'POST',
      address: `${origin('token')}/shaam/${environment}/longtimetoken/oauth2/token`,
      headers: {
        authorization: basicCredentials(settings.clientId, settings.clientSecret),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh,
        scope: 'scope',
      }).toString(),
    });
    const body = parsed(text);
    const access = body.at('access_token').written();
    if (status === 200 && access !== '') return tokensOf(body, access, refresh, settings.now());
    if (status === 429 || status >= 500)
      throw new TaxAuthorityFailure('away', problem('onlyStatus', { status }));
    throw new TaxAuthorityFailure(
      'credentials',
      vendorProblem(body.at('error').written(), body.at('error_description').written()) ??
        problem('onlyStatus', { status }),
    );
  };

  const send = withBearer({ tokens, renew: refreshed, now: settings.now }, httpSend);

  const post = async (
    path: string,
    body: unknown,
  ): Promise<{ status: number; answer: JsonReader; retryAfter: string | null }> => {
    const response = await send({
      method: 'POST',
      address: `${origin('api')}/shaam/${environment}/${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const retryAfter = response.headers['retry-after'] ?? null;
    return { status: response.status, answer: parsed(response.text), retryAfter };
  };

  const postOrThrow = async (path: string, body: unknown): Promise<JsonReader> => {
    const { status, answer, retryAfter } = await post(path, body);
    if (status === 200) return answer;
    throw failureOf(status, answer, retryAfter);
  };

  const minimumAmount = async (day: string): Promise<string> => {
    const amount = (await postOrThrow('general-information/v2/MinimumAmount', { date: day }))
      .at('minimum_amount')
      .written();
    if (!/^\d+(\.\d+)?$/.test(amount))
      throw new TaxAuthorityFailure('away', problem('noMinimum', { day }));
    return amount;
  };

  return {
    minimumAmount,
    check: async () => void (await minimumAmount(settings.now().toISOString().slice(0, 10))),
    approve: async (invoice) =>
      approvalOf(await postOrThrow('Invoices/v2/Approval', bodyOf(invoice, settings))),
    decide: async (decision, { invoiceId, sellerNumber }) => {
      const payload = {
        invoice_id: invoiceId,
        vat_number: integerOf(sellerNumber, 'vat_number'),
        user_name: settings.userName,
      };
      const { status, answer, retryAfter } = await post(
        `InvoiceDecisionApi/v1/${decisionPaths[decision]}`,
        payload,
      );
      const [error] = errorsOf(answer);
      if (error?.code === alreadyDecidedCode) return;
      if (status !== 200) throw failureOf(status, answer, retryAfter);
      if (error) throw new TaxAuthorityFailure('refused', describeError(error), error);
    },
  };
}

function tokensOf(body: JsonReader, access: string, refresh: string, now: Date): Tokens {
  const secondsFromNow = (seconds: string) => new Date(now.getTime() + Number(seconds) * 1000);
  const refreshSeconds = body.at('refresh_token_expires_in').written();
  return {
    access,
    accessUntil: secondsFromNow(body.at('expires_in').written() || String(usualTokenSeconds)),
    refresh: body.at('refresh_token').written() || refresh,
    refreshUntil: /^\d+$/.test(refreshSeconds) ? secondsFromNow(refreshSeconds) : null,
  };
}

function bodyOf(
  invoice: AuthorityInvoice,
  { userName, softwareNumber }: TaxAuthoritySettings,
): Record<string, unknown> {
  return {
    invoice_id: invoice.invoiceId,
    invoice_type: taxInvoice,
    vat_number: integerOf(invoice.sellerNumber, 'vat_number'),
    user_name: userName,
    // The end of a document number identifies it.
    invoice_reference_number: invoice.number.slice(-20),
    customer_vat_number: integerOf(invoice.buyerNumber, 'customer_vat_number'),
    customer_name: invoice.buyerName,
    invoice_date: invoice.issuedOn,
    invoice_issuance_date: invoice.issuedOn,
    accounting_software_number: integerOf(softwareNumber, 'accounting_software_number'),
    amount_before_discount: doubleOf(invoice.beforeDiscount, 'amount_before_discount'),
    discount: doubleOf(invoice.discount, 'discount'),
    payment_amount: doubleOf(invoice.net, 'payment_amount'),
    vat_amount: doubleOf(invoice.tax, 'vat_amount'),
    payment_amount_including_vat: doubleOf(invoice.total, 'payment_amount_including_vat'),
    ...(invoice.note ? { invoice_note: invoice.note } : {}),
    items: invoice.items.map((item, index) => itemOf(item, index + 1)),
  };
}

const itemOf = (item: AuthorityItem, index: number): Record<string, unknown> => ({
  ...{ index, catalog_id: item.code, description: item.description },
  quantity: doubleOf(item.quantity, 'quantity'),
  price_per_unit: doubleOf(item.unitPrice, 'price_per_unit'),
  discount: doubleOf(item.discount, 'discount'),
  total_amount: doubleOf(item.total, 'total_amount'),
  vat_rate: doubleOf(item.taxRate, 'vat_rate'),
  vat_amount: doubleOf(item.tax, 'vat_amount'),
});

/** A response with status 200 can also be a rejection. */
function approvalOf(answer: JsonReader): Approval {
  const number = answer.at('confirmation_number').written();
  if (answer.at('approved').isTrue() && /\d{9}/.test(number)) return { kind: 'approved', number };
  const errors = errorsOf(answer);
  const rejection = errors.find(({ code }) => rejectionCodes.includes(code)) ?? errors[0];
  if (rejection)
    return { kind: 'refused', code: rejection.code, problem: vendorProblem(rejection.message) };
  // Neither a number nor a reason, so the result is unknown.
  throw new TaxAuthorityFailure('away', problem('nothingSaid'));
}

const describeError = ({ code, message }: AuthorityError) =>
  vendorProblem(code, message) ?? problem('otherAnswer');

interface AuthorityError {
  code: string;
  message: string;
  field: string;
}

const errorsOf = (answer: JsonReader): AuthorityError[] =>
  answer
    .at('message')
    .at('errors')
    .list()
    .map((error) => ({
      code: error.at('code').written(),
      message: error.at('message').written(),
      field: error.at('param').written(),
    }));

function failureOf(
  status: number,
  answer: JsonReader,
  retryAfter: string | null,
): TaxAuthorityFailure {
  const [error] = errorsOf(answer);
  const description =
    vendorProblem(
      error?.code ?? '',
      error?.message || answer.at('message').written(),
      answer.at('error_id').written(),
    ) ?? problem('onlyStatus', { status });
  if (status === 400) return new TaxAuthorityFailure('invalid', description, error ?? {});
  if (status === 401 || status === 403) return new TaxAuthorityFailure('credentials', description);
  // 406 means an internal error of the authority. Its error number is kept.
  if (status === 406 || status === 429 || status >= 500)
    return new TaxAuthorityFailure('away', description, { retryAfter });
  return new TaxAuthorityFailure('refused', description);
}
