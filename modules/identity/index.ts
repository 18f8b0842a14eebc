export { demoPassword, seedDemoPeople } from './demo-people.ts'
export { identityErrors } from './errors.ts'
export { passwordChanged, passwordResetRequested, studentCreated } from './facts.ts'
export { ensureFirstAdmin } from './first-admin.ts'
export { resolveOrganization, type VisitedOrganization } from './organizations/organization.sql.ts'
export { organizationStatus } from './organizations/organization-status.ts'
export { insertOrganization, moveOrganization, type NewOrganization } from './organizations/organization-tree.sql.ts'
export { changePassword } from './passwords/change-password.ts'
export { newPassword, requireGoodPassword, samePasswords } from './passwords/password.schema.ts'
export { hashPassword, verifyPassword } from './passwords/password-hash.ts'
export { passwordProblems, passwordRule } from './passwords/password-rule.shared.ts'
export { findResetRecipient, type ResetRecipient } from './passwords/recipient.sql.ts'
export { insertResetLink, isLiveResetLink } from './passwords/reset-link.sql.ts'
export { resetPassword } from './passwords/reset-password.ts'
export { setPassword } from './passwords/set-password.ts'
export { parseDate } from './people/dates.shared.ts'
export { findPersonByLogin, type Person, selectPerson } from './people/person.sql.ts'
export { phoneNumbers } from './people/phone.schema.ts'
export { languageId, localeOf, roleId, roleOf, userStatus } from './people/roles.ts'
export { setUserStatus } from './people/set-user-status.ts'
export { defaultPermissions, effectivePermissions, permissionKeys, permissionNames } from './permissions.ts'
export { getAboutYou } from './profile/get-about-you.ts'
export { saveAboutYou } from './profile/save-about-you.ts'
export { setLanguage } from './profile/set-language.ts'
export { localeCookie, readCookie, readLocaleCookie, sessionCookie, signsIn, signsOut } from './sessions/cookies.ts'
export { forgetOldRows } from './sessions/forget-old-rows.sql.ts'
export {
  endSession,
  endSessionsOf,
  resolveSession,
  type SignedIn,
  startSession,
  touchSession,
} from './sessions/session.sql.ts'
export { logIn } from './sign-in/log-in.ts'
export { logOut } from './sign-in/log-out.ts'
export { createStudent, type NewStudent } from './sign-up/create-student.ts'
export { checkoutLoginid, checkoutStudent } from './sign-up/create-user-from-checkout.ts'
export { createUserFromSignup } from './sign-up/create-user-from-signup.ts'
