import { sql } from 'kysely';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { type MailKind, queueMail, subjectOf } from '../../../../server/platform/mail/mail.ts';
import { readLook } from '../../../../server/platform/mail/mailBranding.ts';
import {
  commonPlaceholders,
  type TemplateProblem,
  templateProblems,
} from '../../../../server/platform/mail/templates.ts';
import { showMail } from './preview.ts';
import { withMailTables } from './tables.ts';

type TemplateText = { subject: string; body: string };
type Source = 'own' | 'inherited' | 'declared';

const mailKinds = ({ services }: Pick<Context, 'services'>): MailKind[] =>
  [...services.slices.mails.values()].sort((a, b) => a.kind.localeCompare(b.kind));

function kindOf(ctx: Pick<Context, 'services'>, kind: string): MailKind {
  const found = ctx.services.slices.mails.get(kind);
  if (!found) throw userError('notFound', { what: 'mail', id: kind });
  return found;
}

/** Returns the custom texts of this site and those above, nearest first. */
async function readCustomTexts(
  ctx: SignedInContext,
): Promise<Map<string, (TemplateText & { isOwn: boolean })[]>> {
  const path = ctx.site.path.split('/');
  const { rows } = await sql<TemplateText & { kind: string; language: string; isOwn: boolean }>`
    select kind, language, subject, body, site_id = ${ctx.site.id} as "isOwn" from mail_template
    where site_id = any(${path}::uuid[]) order by array_position(${path}::uuid[], site_id) desc`.execute(
    ctx.db,
  );
  return Map.groupBy(rows, ({ kind, language }) => `${kind} ${language}`);
}

type StoredTemplates = readonly (TemplateText & { isOwn: boolean })[];

/** The texts in effect for an email, by the same rule as sending: unsafe custom text is skipped. */
const validTemplates = (mail: MailKind, templates: StoredTemplates): StoredTemplates =>
  templates.filter((template) => templateProblems(mail, template).length === 0);
const sourceOf = ([first]: StoredTemplates): Source =>
  first ? (first.isOwn ? 'own' : 'inherited') : 'declared';
const unusedOwn = (mail: MailKind, templates: StoredTemplates) =>
  templates.find((template) => template.isOwn && templateProblems(mail, template).length > 0);

export async function listTemplates(ctx: SignedInContext) {
  const templates = await readCustomTexts(ctx);
  const items = mailKinds(ctx).map((mail) => ({
    kind: mail.kind,
    title: mail.title[ctx.language],
    languages: languages.map((language) => {
      const stored = templates.get(`${mail.kind} ${language}`) ?? [];
      const effective = validTemplates(mail, stored);
      const subject = effective[0]?.subject ?? mail.texts[language].subject;
      return {
        language,
        source: sourceOf(effective),
        subject,
        hasUnused: unusedOwn(mail, stored) !== undefined,
      };
    }),
  }));
  return { items };
}

export async function getTemplate(ctx: SignedInContext, kind: string, language: Language) {
  const mail = kindOf(ctx, kind);
  const stored = (await readCustomTexts(ctx)).get(`${kind} ${language}`) ?? [];
  const effective = validTemplates(mail, stored);
  const declared = mail.texts[language];
  const inherited = effective.find(({ isOwn }) => !isOwn) ?? declared;
  const { subject, body } = effective[0] ?? declared;
  const unused = unusedOwn(mail, stored);
  const plain = new Set<string>(mail.plain ?? []);
  return {
    kind,
    title: mail.title[ctx.language],
    language,
    source: sourceOf(effective),
    subject,
    body,
    unused: unused
      ? {
          subject: unused.subject,
          body: unused.body,
          problems: problemTexts(mail, unused, ctx.language),
        }
      : null,
    fallback: { subject: inherited.subject, body: inherited.body },
    placeholders: [
      ...commonPlaceholders.map((name) => ({
        name: name as string,
        sample: ctx.site.systemName,
        isInSubject: true,
      })),
      ...Object.entries(sampleValues(mail, ctx.site.systemName)).map(([name, sample]) => ({
        name,
        sample,
        isInSubject: plain.has(name),
      })),
    ],
  };
}

const names = (problem: TemplateProblem) => problem.names.map((name) => `{${name}}`).join(', ');
const codes = {
  unknown: 'mailTextUnknown',
  secret: 'mailTextSecret',
  joined: 'mailTextAddress',
} as const;
const placeholderList = (mail: MailKind) =>
  [...commonPlaceholders, ...Object.keys(mail.sample)].map((name) => `{${name}}`).join(', ');

const problemTexts = (mail: MailKind, template: TemplateText, language: Language): string[] =>
  templateProblems(mail, template).map((problem) =>
    render(codes[problem.kind], language, { names: names(problem), known: placeholderList(mail) }),
  );

function requireValidTemplate(mail: MailKind, template: TemplateText): void {
  const problems = templateProblems(mail, template);
  if (problems.length === 0) return;
  const placeholders = placeholderList(mail);
  throw new UserError(
    problems.map((problem) => ({
      name: codes[problem.kind],
      values: { names: names(problem), known: placeholders },
      key: problem.field,
    })),
  );
}

export async function changeTemplate(
  ctx: SignedInContext,
  kind: string,
  language: Language,
  template: TemplateText,
): Promise<void> {
  requireValidTemplate(kindOf(ctx, kind), template);
  const before = await readSiteTemplate(ctx, kind, language);
  const row = { ...template, changed_at: ctx.clock.now(), changed_by: ctx.actor.userId };
  await withMailTables(ctx.db)
    .insertInto('mail_template')
    .values({ site_id: ctx.site.id, kind, language, ...row })
    .onConflict((conflict) => conflict.columns(['site_id', 'kind', 'language']).doUpdateSet(row))
    .execute();
  await auditChange(ctx, kind, language, before, template);
}

export async function resetTemplate(
  ctx: SignedInContext,
  kind: string,
  language: Language,
): Promise<void> {
  kindOf(ctx, kind);
  const before = await readSiteTemplate(ctx, kind, language);
  await withMailTables(ctx.db)
    .deleteFrom('mail_template')
    .where('site_id', '=', ctx.site.id)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .execute();
  await auditChange(ctx, kind, language, before, null);
}

async function readSiteTemplate(
  ctx: SignedInContext,
  kind: string,
  language: Language,
): Promise<TemplateText | null> {
  const query = withMailTables(ctx.db).selectFrom('mail_template').select(['subject', 'body']);
  const row = await query
    .where('site_id', '=', ctx.site.id)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .executeTakeFirst();
  return row ?? null;
}

async function auditChange(
  ctx: SignedInContext,
  kind: string,
  language: Language,
  before: TemplateText | null,
  after: TemplateText | null,
): Promise<void> {
  ctx.note({ targetType: 'mailTemplate', targetId: `${kind} ${language}`, before, after });
  await announce(ctx.db, { topic: 'mailTemplate', id: `${kind} ${language}`, siteId: ctx.site.id });
}

export interface PreviewRequest extends TemplateText {
  scheme: 'light' | 'dark';
  direction?: 'ltr' | 'rtl' | undefined;
}

/** Sample values with the name of the current site. */
const sampleValues = (mail: MailKind, systemName: string): Record<string, string> => ({
  ...mail.sample,
  ...('system' in mail.sample ? { system: systemName } : {}),
});

/**
 * Returns the email preview with sample values. Text that can't be saved is also previewed, with
 * its errors.
 */
export async function previewTemplate(
  ctx: SignedInContext,
  kind: string,
  language: Language,
  request: PreviewRequest,
) {
  const mail = kindOf(ctx, kind);
  const template = { subject: request.subject, body: request.body };
  const look = await readLook(ctx);
  const content = {
    body: request.body,
    values: sampleValues(mail, look.systemName),
    action: mail.texts[language].action ?? null,
  };
  const subject = subjectOf(mail, template, sampleValues(mail, look.systemName), look.systemName);
  return {
    ...showMail({ look, language, subject, content }, request),
    problems: problemTexts(mail, template, ctx.language),
  };
}

/** Sends a test email to the requesting user only. */
export async function testTemplate(
  ctx: SignedInContext,
  kind: string,
  language: Language,
  template: TemplateText,
) {
  const mail = kindOf(ctx, kind);
  requireValidTemplate(mail, template);
  const { email: to, userId } = ctx.actor;
  const text = { ...mail.texts[language], ...template };
  const messageId = await queueMail(
    ctx,
    mail,
    { email: to, userId, language },
    sampleValues(mail, ctx.site.systemName),
    { text },
  );
  ctx.note({ targetType: 'mailTemplate', targetId: `${kind} ${language}`, detail: { to } });
  return { messageId, to };
}
