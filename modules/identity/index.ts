export { createStudentUser } from './account-lifecycle/create-users.ts'
export { removePerson, restorePerson, selectRemoved } from './account-lifecycle/remove-person.ts'
export { resendWelcome } from './account-lifecycle/resend-welcome.ts'
export { setUserStatus } from './account-lifecycle/set-user-status.ts'
export { selectFactors } from './credentials/factors.sql.ts'
export { hashPassword } from './credentials/password-hash.ts'
export type { ProviderName } from './credentials/provider-names.ts'
export { findLinkHolder, insertResetLink } from './credentials/reset-link.sql.ts'
export { demoPassword, seedDemoPeople } from './demo-people.ts'
export { confirmEmail, sendEmailConfirmation } from './email-proof/confirm-email.ts'
export { isAddressProven } from './email-proof/email-proof.sql.ts'
export { hasOtherWaysIn } from './email-proof/other-ways-in.sql.ts'
export { removeOwnOtherWaysIn } from './email-proof/remove-other-ways-in.ts'
export { findEmail, markEmailSent, type OwedEmail } from './emails/email.sql.ts'
export { findEmailChange, insertEmailChangeToken } from './emails/email-change.sql.ts'
export { identityErrors } from './errors.ts'
export { type Facets, facetsPort } from './facets.ts'
export {
  accountAttacked,
  emailChangeAsked,
  emailConfirmationAsked,
  emailOwed,
  instructorInvited,
  passwordChanged,
  passwordResetRequested,
  type SecurityChange,
  securityChanged,
  storefrontCodeAsked,
  storefrontOrderKept,
  welcomeOwed,
} from './facts.ts'
export { ensureFirstAdmin } from './first-admin.ts'
export { acceptInvitation, getInvitation } from './invitations/accept-invitation.ts'
export { fetchInvitations } from './invitations/fetch-invitations.ts'
export { findInvitationEmail } from './invitations/invitation.sql.ts'
export { inviteInstructor, revokeInvitation } from './invitations/invite-instructor.ts'
export { inviteManager } from './invitations/invite-manager.ts'
export { resendInvitation } from './invitations/resend-invitation.ts'
export { dissociateLinkedAccount } from './linked-accounts/dissociate-linked-account.ts'
export { fetchAccountsLinkedTo, fetchLinkedUsers } from './linked-accounts/fetch-linked.ts'
export { areOnePerson, listOnePerson } from './linked-accounts/linked-account.sql.ts'
export { organizationStatus } from './lookups.shared.ts'
export { dismissAllForUser } from './notifications/dismiss-all.ts'
export { addNotification, listNotifications, type Notifications } from './notifications/notification.sql.ts'
export { type NotificationCounts, notificationCounts } from './notifications/notification-counts.ts'
export { asTenant } from './organizations/as-tenant.ts'
export { findHandOver, insertHandOver, takeHandOver } from './organizations/hand-over.sql.ts'
export { listOrganizations } from './organizations/list-organizations.ts'
export { resolveOrganization, type VisitedOrganization } from './organizations/organization.sql.ts'
export { listChain } from './organizations/organization-chain.sql.ts'
export {
  findInstructors,
  listInstructorsOf,
  listRecruitersOf,
  listStaffOf,
  type StaffMember,
} from './organizations/organization-people.sql.ts'
export { organizationCode, organizationFields } from './organizations/organization-profile.schema.ts'
export {
  addOrganization,
  changeOrganization,
  isFreeCode,
  isInhabited,
  type OrganizationRow,
  organizationOfCode,
  selectOrganization,
  selectOrganizationParts,
  selectSignInText,
  setManager,
  setOrganizationRemoved,
  setOrganizationStatus,
} from './organizations/organization-profile.sql.ts'
export { insertOrganization, moveOrganization } from './organizations/organization-tree.sql.ts'
export { hasSites, listSites, type Site as StaffSite } from './organizations/reach.sql.ts'
export { copySession, switchOrganization } from './organizations/switch-organization.ts'
export { removePasskey } from './passkeys/own-passkeys.ts'
export {
  type BreachedPasswords,
  breachedPasswords,
  noBreachedPasswords,
  openBreachedPasswords,
} from './passwords/breached-passwords.ts'
export { changePassword } from './passwords/change-password.ts'
export { owePassword } from './passwords/owe-password.ts'
export { passwordOrLater, samePasswords } from './passwords/password.schema.ts'
export { passwordRule } from './passwords/password-rule.shared.ts'
export { findResetRecipient, type ResetRecipient } from './passwords/recipient.sql.ts'
export { resetPassword } from './passwords/reset-password.ts'
export { setPassword } from './passwords/set-password.ts'
export { takeResetLink } from './passwords/take-reset-link.ts'
export { parseDate } from './people/dates.shared.ts'
export { findLogins } from './people/find-logins.sql.ts'
export { findStaffByLogins } from './people/find-staff.sql.ts'
export { nameActor } from './people/name-actor.sql.ts'
export { hasPeople, type Person, selectPerson } from './people/person.sql.ts'
export { optionalName as optionalPersonName, personName } from './people/person-fields.schema.ts'
export { phoneNumber } from './people/phone.schema.ts'
export {
  managerOf,
  manages,
  managesPerson,
  seesOwn,
  selectManaged,
  selfOrManagerOf,
  subjectOf,
} from './people/reach.ts'
export { languageId, localeOf, roleId, roleOf, userStatus } from './people/roles.ts'
export { fetchPermissions } from './permission-management/fetch-permissions.ts'
export { savePermissions } from './permission-management/save-permissions.ts'
export { permissionKeys, permissionNames } from './permissions.ts'
export { namesPicture } from './pictures/names-picture.ts'
export { pictureRoutes } from './pictures/picture-routes.ts'
export { pictureUrl } from './pictures/picture-url.ts'
export { fetchUser } from './profile/fetch-user.ts'
export { getAboutYou } from './profile/get-about-you.ts'
export { correctDateOfBirth, findConfirmedBirth, giveDateOfBirth, refuseBirth } from './profile/give-date-of-birth.ts'
export { manageStudent, selectOfRole } from './profile/manage-people.ts'
export { saveAboutYou } from './profile/save-about-you.ts'
export { saveUserInformation } from './profile/save-user-information.ts'
export { setLanguage } from './profile/set-language.ts'
export { isProofNeeded, proofWays, requireFreshProof } from './proof/proof.ts'
export { prove } from './proof/prove.ts'
export { actingFor } from './rights/acting-for.sql.ts'
export { type KeyHolder, listKeyHolders } from './rights/key-holders.sql.ts'
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
export { hasSignedIn } from './sessions/has-signed-in.sql.ts'
export { findLastDevice, type LastDevice } from './sessions/last-device.ts'
export { networkOf } from './sessions/network.ts'
export { endOtherSessions, endOwnSession } from './sessions/own-sessions.ts'
export { endCopiedSession } from './sessions/past-reference.sql.ts'
export { resolveSession, type SignedIn } from './sessions/resolve-session.sql.ts'
export { endSession, startSession } from './sessions/session.sql.ts'
export { completeSignIn, SignInAnswer } from './sign-in/complete-sign-in.ts'
export { deviceCookies, newDevice, readDeviceCookie } from './sign-in/device-cookie.ts'
export {
  type HumanCheck,
  type HumanCheckSite,
  type HumanOutcome,
  humanCheck,
  noHumanCheck,
} from './sign-in/human-check.ts'
export { logIn } from './sign-in/log-in.ts'
export { logOut } from './sign-in/log-out.ts'
export { type Referral, readReferral, referralCookie, referralOf } from './sign-in/referral.ts'
export { findSignInStep } from './sign-in/sign-in-step.sql.ts'
export { asGuess } from './sign-up/account-guess.sql.ts'
export { addStudent, hashChosen, type NewStudent } from './sign-up/create-student.ts'
export { checkoutLoginid, checkoutStudent } from './sign-up/create-user-from-checkout.ts'
export { createUserFromSignup } from './sign-up/create-user-from-signup.ts'
export { termsAccepted } from './sign-up/terms-accepted.ts'
export { authorizationCookie, beginAuthorization, completeAuthorization, rightSite } from './social/authorization.ts'
export { fetchSocialAccounts, linkProfile, startLinkSocial, unlinkSocial } from './social/link-social.ts'
export { openSocialProviders } from './social/open-providers.ts'
export { type SocialProviders, socialProviders } from './social/provider.ts'
export { signInWith } from './social/sign-in-with.ts'
export { logInByOrder } from './storefront/log-in-by-order.ts'
export { forgetOrder, keepOrderTyped, readOrderTyped } from './storefront/order-cookie.ts'
export { makeOrderCode } from './storefront/send-code.ts'
export { openShopify, ShopifyShop } from './storefront/shopify.ts'
export { type ShopOrder, type Storefront, storefronts } from './storefront/storefronts.ts'
export { isSigned, takeDelivery } from './storefront/take-delivery.ts'
export { fetchTask, fetchTasks } from './tasks/fetch-tasks.ts'
export {
  addTask,
  advanceTask,
  failTask,
  findOpenTask,
  findTaskFile,
  finishTask,
  listTaskFiles,
  namesTaskInput,
  storeTaskFile,
  sweepTasks,
  type Task,
  type TaskFile,
} from './tasks/task.sql.ts'
export { selectTaskUsage } from './tasks/task-usage.sql.ts'
export { codesCookie, readCodesCookie } from './two-factor/codes-cookie.ts'
export { disable2fa } from './two-factor/disable-2fa.ts'
export { fetchFactors } from './two-factor/fetch-factors.ts'
export {
  fetchOrganizationSecurity,
  listSecurityLayers,
  saveOrganizationSecurity,
} from './two-factor/organization-security.ts'
export type { SetUp } from './two-factor/set-up.ts'
export { start2faInSignIn } from './two-factor/start-2fa.ts'
export { verify2faToken } from './two-factor/verify-2fa-token.ts'
export { exitViewAs } from './view-as/exit-view-as.ts'
export { returnFromView, signOutOfView } from './view-as/leave-view.sql.ts'
export { prepareView } from './view-as/prepare-view.ts'
export { viewAs } from './view-as/view-as.ts'
export {
  type Created as CreatedKey,
  creationOptions,
  readCreated,
  readSigned,
  requestOptions,
} from './webauthn/ceremony.ts'
export { AuthenticationResponse, BrowserOptions, challengeOf, RegistrationResponse } from './webauthn/passkey.schema.ts'
