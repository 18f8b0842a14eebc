import { texts } from '../../../platform/texts.ts'
import type { AccountTab } from './account-place.shared.ts'

export const tabTexts = texts({
  general: ['General', 'General'],
  security: ['Security', 'Seguridad'],
  'two-factor': ['Two-Factor Authentication', 'Autenticación de dos factores'],
  linked: ['Linked Accounts', 'Cuentas vinculadas'],
  billing: ['Billing', 'Facturación'],
  payments: ['Payments', 'Pagos'],
  courses: ['Courses', 'Cursos'],
  certificates: ['Certificates', 'Certificados'],
  documents: ['Documents', 'Documentos'],
  notes: ['Notes', 'Notas'],
  events: ['Event Logs', 'Registro de eventos'],
  tickets: ['Support Tickets', 'Solicitudes de soporte'],
  permissions: ['Permissions', 'Permisos'],
} satisfies Record<AccountTab, readonly [string, string]>)

export const accountWords = texts({
  account: ['Account', 'Cuenta'],
  tabs: ['Account sections', 'Secciones de la cuenta'],
  loading: ['Loading Account...', 'Cargando la cuenta...'],
  notYet: ['Cannot access until user is created.', 'No se puede acceder hasta que se cree el usuario.'],
  charge: ['Charge', 'Cobrar'],
  openPage: ['Open on its own page', 'Abrir en su propia página'],
  newStudent: ['Add Student', 'Agregar estudiante'],
  newInstructor: ['Add Instructor', 'Agregar instructor'],
  newAdministrator: ['Add Administrator', 'Agregar administrador'],
  newSupport: ['Add Support', 'Agregar personal de soporte'],
  leaveTitle: ['Leave without saving?', '¿Salir sin guardar?'],
  leave: ['Your changes to {name} will be lost.', 'Se perderán sus cambios en {name}.'],
  leaveNow: ['Leave', 'Salir'],
})
