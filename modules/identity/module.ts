import { defineModule } from '#platform/module.ts'
import {
  createAdministrator,
  createInstructor,
  createStudentUser,
  createSupport,
} from './account-lifecycle/create-users.ts'
import { resendWelcome } from './account-lifecycle/resend-welcome.ts'
import { addClientKey, endClientKey } from './clients/client-key.ts'
import { createClient, endClient, fetchClients, fetchClientUse, saveClient } from './clients/clients.ts'
import { savePublicKeys } from './clients/public-keys.ts'
import { confirmEmail, sendEmailConfirmation } from './email-proof/confirm-email.ts'
import { removeOwnOtherMethods } from './email-proof/remove-other-methods.ts'
import { sendEmail } from './emails/send-email.ts'
import { acceptInvitation, getInvitation } from './invitations/accept-invitation.ts'
import { endAuditor, fetchAuditorReads, fetchAuditors, inviteAuditor } from './invitations/auditors.ts'
import { fetchInvitations } from './invitations/fetch-invitations.ts'
import { inviteInstructor, revokeInvitation } from './invitations/invite-instructor.ts'
import { inviteManager } from './invitations/invite-manager.ts'
import { resendInvitation } from './invitations/resend-invitation.ts'
import { addAccount } from './linked-accounts/add-account.ts'
import { dissociateLinkedAccount } from './linked-accounts/dissociate-linked-account.ts'
import { fetchAccountsLinkedTo, fetchLinkedUsers } from './linked-accounts/fetch-linked.ts'
import { switchAccount } from './linked-accounts/switch-account.ts'
import { lookups } from './lookups.shared.ts'
import { dismissAllForUser } from './notifications/dismiss-all.ts'
import { fetchNotifications } from './notifications/fetch-notifications.ts'
import { fetchSignInProvider, removeSignInProvider, saveSignInProvider, tryIssuer } from './openid/sign-in-provider.ts'
import { fetchDatetime } from './organizations/fetch-datetime.ts'
import { listOrganizations } from './organizations/list-organizations.ts'
import { parseCurrent } from './organizations/parse-current.ts'
import { switchOrganization } from './organizations/switch-organization.ts'
import { checkOwnDomain, fetchOwnDomain, removeOwnDomain, saveDomain } from './own-domains/own-domains.ts'
import { addOwnSite, fetchOwnSites, proveOwnSite, removeOwnSite } from './own-sites/own-sites.ts'
import { removePasskey, renamePasskey } from './passkeys/own-passkeys.ts'
import { registerPasskey, startPasskeyRegistration } from './passkeys/register-passkey.ts'
import { signInWithPasskey, startPasskey } from './passkeys/sign-in-with-passkey.ts'
import { changePassword } from './passwords/change-password.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { setPassword } from './passwords/set-password.ts'
import { autocompleteAdministrator, autocompleteInstructor } from './people/autocomplete-staff.ts'
import { fetchMultiple } from './people/fetch-multiple.ts'
import { fetchDefaultPermissions, saveDefaultPermissions } from './permission-management/default-permissions.ts'
import { fetchPermissions } from './permission-management/fetch-permissions.ts'
import { savePermissions } from './permission-management/save-permissions.ts'
import { personal } from './personal-tables.ts'
import { changePicture, removePicture } from './pictures/change-picture.ts'
import { fetchStates } from './profile/fetch-states.ts'
import { fetchUser } from './profile/fetch-user.ts'
import { getAboutYou } from './profile/get-about-you.ts'
import {
  fetchAdministrator,
  fetchInstructor,
  manageAdministrator,
  manageInstructor,
  manageStudent,
} from './profile/manage-people.ts'
import { saveAboutYou } from './profile/save-about-you.ts'
import { saveUserInformation } from './profile/save-user-information.ts'
import { setLanguage } from './profile/set-language.ts'
import { updateUserInformation } from './profile/update-user-information.ts'
import { prove } from './proof/prove.ts'
import { exportRecruitedOrgs } from './recruiters/export-recruited.ts'
import { autocompleteRecruiter, fetchAllRecruiters } from './recruiters/recruiters.ts'
import { sealedColumns } from './sealed-columns.ts'
import { endOtherSessions, endOwnSession, fetchSessions } from './sessions/own-sessions.ts'
import { refreshToken } from './sessions/refresh-token.ts'
import { getCurrentUser } from './sign-in/get-current-user.ts'
import { logIn } from './sign-in/log-in.ts'
import { logOut } from './sign-in/log-out.ts'
import { sendSignInLink } from './sign-in-link/send-sign-in-link.ts'
import { signInByLink } from './sign-in-link/sign-in-by-link.ts'
import { searchValidEmail, searchValidLoginId, validateEmail, validateLoginid } from './sign-up/availability.ts'
import { createUserFromCheckout } from './sign-up/create-user-from-checkout.ts'
import { createUserFromSignup } from './sign-up/create-user-from-signup.ts'
import { register } from './sign-up/register.ts'
import { fetchSocialAccounts, linkSocial, startLinkSocial, unlinkSocial } from './social/link-social.ts'
import { facebookLogin, googleLogin, logInSocial } from './social/log-in-social.ts'
import { logInByOrder } from './storefront/log-in-by-order.ts'
import { downloadTaskFile, fetchTask, fetchTasks } from './tasks/fetch-tasks.ts'
import { fetchTestEmails } from './test-organizations/fetch-test-emails.ts'
import { fetchTestClock, moveTestClock } from './test-organizations/test-clock.ts'
import { disable2fa } from './two-factor/disable-2fa.ts'
import { fetchFactors } from './two-factor/fetch-factors.ts'
import { fetchOrganizationSecurity, saveOrganizationSecurity } from './two-factor/organization-security.ts'
import { renewOwnRecoveryCodes } from './two-factor/renew-recovery-codes.ts'
import { reset2fa } from './two-factor/reset-2fa.ts'
import { save2fa } from './two-factor/save-2fa.ts'
import { start2fa, start2faInSignIn } from './two-factor/start-2fa.ts'
import { verify2faToken } from './two-factor/verify-2fa-token.ts'
import { exitViewAs } from './view-as/exit-view-as.ts'
import { viewAs } from './view-as/view-as.ts'
import { webhookOperations } from './webhooks/operations.ts'

export const identity = defineModule({
  name: 'identity',
  uses: [],
  personal,
  folders: [
    'test-organizations',
    'people',
    'account',
    'rights',
    'sessions',
    'organizations',
    'emails',
    'webauthn',
    'credentials',
    'sign-in',
    'proof',
    'clients',
    'webhooks',
    'own-domains',
    'email-proof',
    'sign-in-link',
    'passwords',
    'two-factor',
    'passkeys',
    'sign-up',
    'openid',
    'social',
    'storefront',
    'linked-accounts',
    'view-as',
    'pictures',
    'recruiters',
    'profile',
    'permission-management',
    'account-lifecycle',
    'invitations',
    'notifications',
    'own-sites',
    'tasks',
    'account-tabs',
  ],
  lookups,
  operations: [
    parseCurrent,
    fetchDatetime,
    setLanguage,
    logIn,
    logOut,
    register,
    createUserFromSignup,
    createUserFromCheckout,
    resetPassword,
    setPassword,
    changePassword,
    getCurrentUser,
    validateEmail,
    validateLoginid,
    searchValidEmail,
    searchValidLoginId,
    saveAboutYou,
    getAboutYou,
    fetchUser,
    saveUserInformation,
    updateUserInformation,
    changePicture,
    removePicture,
    createStudentUser,
    createInstructor,
    createAdministrator,
    createSupport,
    resendWelcome,
    fetchMultiple,
    autocompleteAdministrator,
    autocompleteInstructor,
    fetchAdministrator,
    fetchInstructor,
    manageAdministrator,
    manageInstructor,
    manageStudent,
    listOrganizations,
    autocompleteRecruiter,
    fetchAllRecruiters,
    exportRecruitedOrgs,
    sendEmail,
    fetchStates,
    fetchPermissions,
    savePermissions,
    fetchDefaultPermissions,
    saveDefaultPermissions,
    fetchNotifications,
    dismissAllForUser,
    logInSocial,
    googleLogin,
    facebookLogin,
    fetchSocialAccounts,
    startLinkSocial,
    linkSocial,
    unlinkSocial,
    logInByOrder,
    sendSignInLink,
    signInByLink,
    inviteInstructor,
    inviteManager,
    inviteAuditor,
    fetchAuditors,
    fetchAuditorReads,
    endAuditor,
    fetchClients,
    createClient,
    saveClient,
    endClient,
    addClientKey,
    endClientKey,
    fetchClientUse,
    savePublicKeys,
    ...webhookOperations,
    fetchTestClock,
    moveTestClock,
    fetchTestEmails,
    fetchOwnSites,
    addOwnSite,
    proveOwnSite,
    removeOwnSite,
    fetchSignInProvider,
    saveSignInProvider,
    removeSignInProvider,
    tryIssuer,
    fetchOwnDomain,
    saveDomain,
    checkOwnDomain,
    removeOwnDomain,
    revokeInvitation,
    resendInvitation,
    fetchInvitations,
    getInvitation,
    acceptInvitation,
    verify2faToken,
    start2fa,
    start2faInSignIn,
    save2fa,
    disable2fa,
    renewOwnRecoveryCodes,
    reset2fa,
    fetchFactors,
    fetchOrganizationSecurity,
    saveOrganizationSecurity,
    prove,
    startPasskey,
    signInWithPasskey,
    startPasskeyRegistration,
    registerPasskey,
    renamePasskey,
    removePasskey,
    viewAs,
    exitViewAs,
    addAccount,
    fetchLinkedUsers,
    fetchAccountsLinkedTo,
    switchAccount,
    dissociateLinkedAccount,
    switchOrganization,
    sendEmailConfirmation,
    confirmEmail,
    removeOwnOtherMethods,
    fetchSessions,
    endOwnSession,
    endOtherSessions,
    refreshToken,
    fetchTasks,
    fetchTask,
    downloadTaskFile,
  ],
  sealed: sealedColumns,
})
