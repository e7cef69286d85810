/** States of a billing profile, as the specification spells them (section 4). */
export const billingStateTexts = {
  'state_-1': 'No Billing Profile',
  state_0: 'Not Set',
  state_1: 'Unverified - Disapproved',
  state_2: 'Unverified - Approved',
  state_3: 'Verified',
  state_5: 'Requires Manual Verification',
  state_7: 'Requires Manual Verification - LOCK',
  state_9: 'Requires Deposit - Lock',
};
