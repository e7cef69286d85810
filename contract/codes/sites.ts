/** Sites and agreements. */
export const sitesCodes = {
  siteSuspended: 2100,
  hostUnknown: 2101,
  hostIllegal: 2102,
  hostInUse: 2103,
  hostNotProved: 2104,
  hostExcludesCaller: 2105,
  pictureRefused: 2106,
  siteNotSuspendable: 2107,
  pageAddressRefused: 2108,
  remoteLoginRefused: 2109,
  hostLimit: 2110,
  agreementNotSigned: 2120,
  agreementTextChanged: 2121,
  agreementNoDraft: 2122,
  agreementNotYours: 2123,
} as const;
