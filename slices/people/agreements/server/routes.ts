import { routes } from '../../../../server/platform/http/routes.ts';
import { agreementEndpoints } from '../contract.ts';
import { signaturesCsv } from './csv.ts';
import { remind } from './reminders.ts';
import { listMissing, listSignatures } from './signatures.ts';
import { agreementsToSign, sign } from './signing.ts';
import {
  createAgreement,
  findAgreement,
  listAgreements,
  listVersions,
  publishDraft,
  updateAgreement,
  writeDraft,
} from './store.ts';

export const agreementRoutes = routes(agreementEndpoints, {
  listAgreements: (ctx, { query }) => listAgreements(ctx, query),
  createAgreement: async (ctx, { body }) => {
    const siteId = body.siteId ?? ctx.actor.siteId;
    return { id: await createAgreement(ctx, siteId, body.settings), siteId };
  },
  getAgreement: async (ctx, { params }) => ({
    ...(await findAgreement(ctx, params)),
    versions: await listVersions(ctx, params.agreementId),
  }),
  updateAgreement: async (ctx, { params, body }) =>
    updateAgreement(ctx, await findAgreement(ctx, params), body),
  updateAgreementDraft: async (ctx, { params, body }) => ({
    version: await writeDraft(ctx, await findAgreement(ctx, params), body.texts),
  }),
  publishAgreement: async (ctx, { params }) => {
    const version = await publishDraft(ctx, await findAgreement(ctx, params));
    return { version, mustSign: (await findAgreement(ctx, params)).mustSign };
  },
  listSignatures: async (ctx, { params, query }) =>
    await listSignatures(ctx, await findAgreement(ctx, params), query),
  signaturesCsv: async (ctx, { params, reply }) => {
    const csv = await signaturesCsv(ctx, await findAgreement(ctx, params));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="signatures.csv"')
      .send(csv);
  },
  listMissingSignatures: async (ctx, { params, query }) =>
    await listMissing(ctx, await findAgreement(ctx, params), query),
  remindSigners: async (ctx, { params }) => await remind(ctx, await findAgreement(ctx, params)),
  agreementsToSign: async (ctx) => ({ items: await agreementsToSign(ctx) }),
  signAgreement: (ctx, { params, body, request }) =>
    sign(ctx, {
      versionId: params.versionId,
      ...body,
      userAgent: request.headers['user-agent'] ?? '',
    }),
});
