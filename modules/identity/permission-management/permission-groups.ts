import type { PermissionName } from '#modules/identity/permissions.ts'
import { type Text, texts } from '#platform/texts.ts'

const groupTexts = texts({
  people: ['People', 'Personas'],
  organizations: ['Organizations', 'Organizaciones'],
  courses: ['Courses', 'Cursos'],
  money: ['Payments', 'Pagos'],
  accounts: ['Support and accounts', 'Soporte y cuentas'],
})

/** The layout of the permissions in the matrix; each appears once. */
export const permissionGroups: readonly (readonly [title: Text, names: readonly PermissionName[]])[] = [
  [
    groupTexts.people,
    ['MANAGE_ADMIN', 'MANAGE_INSTRUCTORS', 'MANAGE_STUDENTS', 'CAN_VIEW_AS', 'CAN_ADVANCE', 'CAN_SIGN_IN_STUDENTS'],
  ],
  [groupTexts.organizations, ['MANAGE_ORGANIZATION', 'MANAGE_WEBSITES', 'MANAGE_SETTINGS']],
  [groupTexts.courses, ['MANAGE_COURSES', 'MANAGE_CERTIFICATES', 'MANAGE_AUTHORIZATION_KEYS', 'MANAGE_REPORTS']],
  [groupTexts.money, ['MANAGE_PAYMENTS', 'MANAGE_INVOICE_PAYMENTS', 'MANAGE_PAYMENT_METHODS']],
  [groupTexts.accounts, ['MANAGE_SUPPORT', 'CHANGE_PASSWORD', 'CAN_ADD_MULTIPLE_ACCOUNTS']],
]
