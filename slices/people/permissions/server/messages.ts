import { rightTitles } from '../../../../contract/access/rightTitles.ts';
import { roleTitles } from '../../../../contract/access/roleTitles.ts';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import type { LoadedUser } from '../../../../server/platform/access/actors.ts';
import type { DecidingRule, Decision } from '../../../../server/platform/access/decide.ts';
import { localize } from '../texts/localize.ts';

interface Values {
  who: string;
  permission: string;
  name: string;
  right: string;
  role: string;
  site: string;
  agreement: string;
}

const sentences: Record<DecidingRule, (values: Values) => LocalizedText> = {
  public: () => localize('sentences.public'),
  signedIn: ({ who }) => localize('sentences.signedIn', { who }),
  accountDeleted: ({ who }) => localize('sentences.accountDeleted', { who }),
  accountDisabled: ({ who }) => localize('sentences.accountDisabled', { who }),
  accountSuspended: ({ who }) => localize('sentences.accountSuspended', { who }),
  accountNeedsBilling: ({ who }) => localize('sentences.accountNeedsBilling', { who }),
  orderNeedsBilling: ({ who }) => localize('sentences.orderNeedsBilling', { who }),
  parentSuspended: ({ who }) => localize('sentences.parentSuspended', { who }),
  parentNeedsBilling: ({ who }) => localize('sentences.parentNeedsBilling', { who }),
  ownerSuspended: ({ who, name }) => localize('sentences.ownerSuspended', { who, name }),
  ownerNeedsBilling: ({ who, name }) => localize('sentences.ownerNeedsBilling', { who, name }),
  siteSuspended: ({ who, site }) => localize('sentences.siteSuspended', { who, site }),
  emailNotValidated: ({ who }) => localize('sentences.emailNotValidated', { who }),
  roleLacks: ({ who, role, permission }) =>
    localize('sentences.roleLacks', { who, role, permission }),
  roleHolds: ({ who, role, permission }) =>
    localize('sentences.roleHolds', { who, role, permission }),
  lockedByParent: ({ who }) => localize('sentences.lockedByParent', { who }),
  agreementNotSigned: ({ who, agreement }) =>
    localize('sentences.agreementNotSigned', { who, agreement }),
  objectUnknown: ({ who }) => localize('sentences.objectUnknown', { who }),
  rightMissing: ({ who, name, right }) => localize('sentences.rightMissing', { who, name, right }),
  rightsNotHeld: ({ who, name }) => localize('sentences.rightsNotHeld', { who, name }),
  root: ({ who }) => localize('sentences.root', { who }),
  siteTree: ({ who, name }) => localize('sentences.siteTree', { who, name }),
  owner: ({ who, name }) => localize('sentences.owner', { who, name }),
  parent: ({ who, name }) => localize('sentences.parent', { who, name }),
  groupRight: ({ who, name }) => localize('sentences.groupRight', { who, name }),
};

/** The result as text. */
export function ruleText(
  decision: Decision,
  params: { person: LoadedUser; permission: string; language: Language },
): string {
  const { person, permission, language } = params;
  const values: Values = {
    who: person.actor.email,
    permission,
    name: decision.object?.name ?? '',
    right: decision.needed ? rightTitles[decision.needed][language] : '',
    role: roleTitles[person.actor.role][language],
    site: person.siteName,
    agreement: decision.agreement ?? '',
  };
  return sentences[decision.rule](values)[language];
}

/** Additional requirements for all callers. */
export const recentAuthenticationText = localize('proofText');

/** Additional restrictions of an allowed operation. */
export const exceptionTexts = {
  dearer: (reason: string) => localize('exceptionTexts.dearer', { reason }),
  field: (field: string, reason: string) =>
    localize('exceptionTexts.field', { field, why: reason }),
};

/** How an authorized user can change the result. */
export const changeMethods = {
  enable: localize('ways.enable'),
  restore: localize('ways.restore'),
  resume: localize('ways.resume'),
  settleBilling: localize('ways.settleBilling'),
  resumeSite: localize('ways.resumeSite'),
  validate: localize('ways.validate'),
  changeField: localize('ways.changeField'),
  role: localize('ways.role'),
  sign: localize('ways.sign'),
  unlock: localize('ways.unlock'),
  give: localize('ways.give'),
  take: localize('ways.take'),
  move: localize('ways.move'),
};
