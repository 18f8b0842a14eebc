export { accountStateOf } from './account-lifecycle/account-state.ts'
export { createPerson } from './account-lifecycle/create-person.ts'
export { createStudentUser } from './account-lifecycle/create-users.ts'
export { closeForErasure, erasedLoginid, selectErasable } from './account-lifecycle/erase-person.ts'
export { removePerson, restorePerson, selectRemoved } from './account-lifecycle/remove-person.ts'
export { resendWelcome } from './account-lifecycle/resend-welcome.ts'
export { setUserStatus } from './account-lifecycle/set-user-status.ts'
export { stillHasPermissions } from './clients/still-has-permissions.ts'
export { endTestClient, insertTestClient, listTestClients } from './clients/test-clients.ts'
export { isAddressProven } from './email-proof/email-proof.sql.ts'
export { identityErrors } from './errors.ts'
export { type AuditAccess, findAccess } from './invitations/audit-access.sql.ts'
export { isSamePerson, listLinkedAccounts, listOnePerson } from './linked-accounts/linked-account.sql.ts'
export { organizationStatus } from './lookups.shared.ts'
export { addNotification } from './notifications/notification.sql.ts'
export { asTenant } from './organizations/as-tenant.ts'
export { insertHandOver } from './organizations/hand-over.sql.ts'
export { listChain } from './organizations/organization-chain.sql.ts'
export { findInstructors, listInstructorsOf, listRecruitersOf } from './organizations/organization-people.sql.ts'
export { organizationCode, organizationFields } from './organizations/organization-profile.schema.ts'
export {
  addOrganization,
  changeOrganization,
  findOrganizationState,
  hasMembers,
  insertRecruiterOf,
  isFreeCode,
  type OrganizationRow,
  selectOrganization,
  selectOrganizationByCode,
  selectOrganizationParts,
  setManager,
  setOrganizationRemoved,
  setOrganizationStatus,
} from './organizations/organization-profile.sql.ts'
export { copySession } from './organizations/switch-organization.ts'
export { needsFirstPassword } from './passwords/first-password.ts'
export { passwordOrLater, samePasswords } from './passwords/password.schema.ts'
export { parseDate } from './people/dates.shared.ts'
export { insertExternalPerson, lockExternalPerson } from './people/external-person.sql.ts'
export { findLogins } from './people/find-logins.sql.ts'
export { findPeople, findPeopleByPhone, findPeopleWithRemoved } from './people/find-people.sql.ts'
export { findStaffByLogins } from './people/find-staff.sql.ts'
export {
  canManage,
  canManagePerson,
  canSeeOwn,
  managerOf,
  selectManaged,
  selfOrManagerOf,
  subjectOf,
} from './people/people-scope.ts'
export { isRemoved, type Person, selectPerson } from './people/person.sql.ts'
export { emailAddress, optionalName as optionalPersonName, personName } from './people/person-fields.schema.ts'
export { phoneNumber } from './people/phone.schema.ts'
export { NewRecruiter } from './people/profile-form.schema.ts'
export { languageId, localeOf, roleId, roleOf, userStatus } from './people/roles.ts'
export { offeredPermissions } from './permissions.ts'
export { listPhones } from './profile/about-you.sql.ts'
export { confirmDateOfBirth, correctDateOfBirth, findConfirmedBirth, refuseBirth } from './profile/date-of-birth.ts'
export { fetchUser } from './profile/fetch-user.ts'
export { manageStudent, selectOfRole } from './profile/manage-people.ts'
export { isBegunByPartner, requireFreshProof, requireOwnProof } from './proof/proof.ts'
export { requesterContext } from './rights/acting-for.sql.ts'
export { type KeyHolder, listKeyHolders } from './rights/key-holders.sql.ts'
export { hasSignedIn } from './sessions/has-signed-in.sql.ts'
export { findLastDevice, type LastDevice } from './sessions/last-device.ts'
export { networkOf } from './sessions/network.ts'
export { hashReference, isReference } from './sessions/reference.ts'
export { endSession } from './sessions/session.sql.ts'
export { completeSignIn } from './sign-in/complete-sign-in.ts'
export {
  type HumanCheck,
  type HumanCheckSite,
  type HumanOutcome,
  humanCheck,
  noHumanCheck,
} from './sign-in/human-check.ts'
export type { Referral } from './sign-in/referral.ts'
export { insertClientLink } from './sign-in-link/client-link.sql.ts'
export { asGuess } from './sign-up/account-guess.sql.ts'
export { addStudent, hashChosenPassword, type NewStudent } from './sign-up/create-student.ts'
export { checkoutLoginid, checkoutStudent } from './sign-up/create-user-from-checkout.ts'
export type { ShopOrder, Storefront } from './storefront/storefronts.ts'
export { fetchTask } from './tasks/fetch-tasks.ts'
export {
  addTask,
  advanceTask,
  endTaskUndo,
  failTask,
  findOpenTask,
  findTaskFile,
  finishTask,
  listTaskFiles,
  storeTaskFile,
  type Task,
  type TaskFile,
} from './tasks/task.sql.ts'
export { selectTaskUsage } from './tasks/task-usage.sql.ts'
export { inSandbox } from './test-organizations/in-sandbox.ts'
export { findTestOrganization, openTestOrganization } from './test-organizations/open-test-organization.ts'
export { listSecurityLayers } from './two-factor/organization-security.ts'
export {
  type CreatedKey,
  creationOptions,
  requestOptions,
  verifyCreatedKey,
  verifySignedChallenge,
} from './webauthn/ceremony.ts'
export { AuthenticationResponse, BrowserOptions, challengeOf, RegistrationResponse } from './webauthn/passkey.schema.ts'
