export { findOrganizationIds, listOrganizationCodes } from './clients/client-organizations.sql.ts'
export { type ClientPermission, clientPermissions } from './clients/client-permissions.ts'
export { claimsClient } from './clients/credential.ts'
export { oauthRoutes } from './clients/oauth-routes.ts'
export { type CallingClient, resolveClient } from './clients/resolve-client.sql.ts'
export { selectFactors } from './credentials/factors.sql.ts'
export { hashPassword } from './credentials/password-hash.ts'
export type { LinkedProvider } from './credentials/provider-names.ts'
export { findLinkHolder } from './credentials/reset-link.sql.ts'
export { demoPassword, seedDemoPeople } from './demo-people.ts'
export { hasOtherWaysIn } from './email-proof/other-ways-in.sql.ts'
export { findEmail, markEmailSent, type OwedEmail } from './emails/email.sql.ts'
export { findEmailChange, insertEmailChangeToken } from './emails/email-change.sql.ts'
export { ensureFirstAdmin } from './first-admin.ts'
export { findInvitationEmail } from './invitations/invitation.sql.ts'
export { listNotifications, type Notifications } from './notifications/notification.sql.ts'
export { findProviderName } from './openid/sign-in-provider.sql.ts'
export { findHandOver, takeHandOver } from './organizations/hand-over.sql.ts'
export { resolveOrganization, type VisitedOrganization } from './organizations/organization.sql.ts'
export { listStaffOf, type StaffMember } from './organizations/organization-people.sql.ts'
export { selectSignInText } from './organizations/organization-profile.sql.ts'
export { hasSites, listSites, type Site as StaffSite } from './organizations/reach.sql.ts'
export { reachPath, sweepDomains } from './own-domains/check-domain.ts'
export { listDomainOffRecipients } from './own-domains/off-email.sql.ts'
export { listProvedOrigins } from './own-sites/own-site.sql.ts'
export { recheckOwnSites } from './own-sites/recheck-own-sites.ts'
export { findResetRecipient, type ResetRecipient } from './passwords/recipient.sql.ts'
export { takeResetLink } from './passwords/take-reset-link.ts'
export { nameActor } from './people/name-actor.sql.ts'
export { hasPeople } from './people/person.sql.ts'
export { permissionIdOf, permissionKeys } from './permissions.ts'
export { namesPicture } from './pictures/names-picture.ts'
export { pictureRoutes } from './pictures/picture-routes.ts'
export { pictureUrl } from './pictures/picture-url.ts'
export { isProofNeeded, proofWays } from './proof/proof.ts'
export {
  localeCookie,
  readCookie,
  readLocaleCookie,
  readStepCookie,
  sessionCookie,
  signInCookies,
  signsIn,
  signsOut,
} from './sessions/cookies.ts'
export { forgetOldRows } from './sessions/forget-old-rows.sql.ts'
export { endCopiedSession } from './sessions/past-reference.sql.ts'
export { resolveSession, type SignedIn } from './sessions/resolve-session.sql.ts'
export { SignInResponse } from './sign-in/complete-sign-in.ts'
export { deviceCookies, newDevice, readDeviceCookie } from './sign-in/device-cookie.ts'
export { readReferral, referralCookie, referralOf } from './sign-in/referral.ts'
export { findSignInStep } from './sign-in/sign-in-step.sql.ts'
export { findClientLink } from './sign-in-link/client-link.sql.ts'
export { linkCookie } from './sign-in-link/link-cookie.ts'
export { makeSignInLinks } from './sign-in-link/make-sign-in-links.ts'
export { openAddress, sealAddress } from './sign-in-link/sealed-address.ts'
export { signInByClient } from './sign-in-link/sign-in-by-client.ts'
export { selectLink } from './sign-in-link/sign-in-link.sql.ts'
export {
  authorizationCookie,
  beginAuthorization,
  completeAuthorization,
  hostToBegin,
  rightSite,
} from './social/authorization.ts'
export { openSocialProviders } from './social/open-providers.ts'
export { signInWith } from './social/sign-in-with.ts'
export { orderCookie } from './storefront/order-cookie.ts'
export { makeOrderCode } from './storefront/send-code.ts'
export { openShopify, ShopifyShop } from './storefront/shopify.ts'
export { isSigned, takeDelivery } from './storefront/take-delivery.ts'
export { namesTaskInput, sweepTasks } from './tasks/task.sql.ts'
export { codesCookie, readCodesCookie } from './two-factor/codes-cookie.ts'
export type { SetUp } from './two-factor/set-up.ts'
export { returnFromView, signOutOfView } from './view-as/leave-view.sql.ts'
export { prepareView } from './view-as/prepare-view.ts'
export { deliverWebhooks, sweepWebhooks } from './webhooks/deliver.ts'
export { publishToWebhooks } from './webhooks/publish.ts'
export { findPausedEmail, findRedirectedEmail, type WebhookContact } from './webhooks/webhook-contact.ts'
