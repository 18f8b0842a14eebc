import type { AccountKind } from '#modules/identity/account/account-place.shared.ts'
import { texts } from '#platform/texts.ts'

export const accountWords = texts({
  account: ['Account', 'Cuenta'],
  tabs: ['Account sections', 'Secciones de la cuenta'],
  notYet: ['Cannot access until user is created.', 'No se puede acceder hasta que se cree el usuario.'],
  charge: ['Charge', 'Cobrar'],
  openPage: ['Open on its own page', 'Abrir en su propia página'],
  newStudent: ['Add Student', 'Agregar estudiante'],
  newInstructor: ['Add Instructor', 'Agregar instructor'],
  newAdministrator: ['Add Administrator', 'Agregar administrador'],
  newSupport: ['Add Support Staff', 'Agregar personal de soporte'],
  leaveTitle: ['Leave without saving?', '¿Salir sin guardar?'],
  leave: ['Your changes to {name} will be lost.', 'Se perderán sus cambios en {name}.'],
  leaveNow: ['Leave', 'Salir'],
})

/** The titles of forms for new people. */
export const newTitles = {
  student: 'newStudent',
  instructor: 'newInstructor',
  administrator: 'newAdministrator',
  support: 'newSupport',
} as const satisfies Record<AccountKind, keyof typeof accountWords>
