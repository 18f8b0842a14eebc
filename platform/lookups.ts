import { type Locale, pick, type Text } from './texts.ts'

type Lookup = Readonly<Record<number, Text>>

// Proper names: the same in both languages unless Spanish has its own.
const stateNames = `Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT|Delaware DE|
District of Columbia DC|Florida FL|Georgia GA|Hawaii HI|Idaho ID|Illinois IL|Indiana IN|Iowa IA|Kansas KS|Kentucky KY|
Louisiana LA|Maine ME|Maryland MD|Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|Missouri MO|Montana MT|
Nebraska NE|Nevada NV|New Hampshire NH|New Jersey NJ|New Mexico NM|New York NY|North Carolina NC|North Dakota ND|
Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA|Rhode Island RI|South Carolina SC|South Dakota SD|Tennessee TN|Texas TX|
Utah UT|Vermont VT|Virginia VA|Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY`
const spanishStates: Readonly<Record<string, string>> = {
  DC: 'Distrito de Columbia',
  HI: 'Hawái',
  LA: 'Luisiana',
  MS: 'Misisipi',
  MO: 'Misuri',
  NH: 'Nuevo Hampshire',
  NJ: 'Nueva Jersey',
  NM: 'Nuevo México',
  NY: 'Nueva York',
  NC: 'Carolina del Norte',
  ND: 'Dakota del Norte',
  OR: 'Oregón',
  PA: 'Pensilvania',
  SC: 'Carolina del Sur',
  SD: 'Dakota del Sur',
  WV: 'Virginia Occidental',
}

/** The 50 states and DC in alphabetical order; `lk_state_id` is the place from 1. */
export const states: readonly { lk_state_id: number; code: string; name: string }[] = stateNames
  .split('|')
  .map((line, index) => ({ lk_state_id: index + 1, code: line.trim().slice(-2), name: line.trim().slice(0, -3) }))

const lk_state: Lookup = Object.fromEntries(
  states.map(({ lk_state_id, code, name }) => [lk_state_id, [name, spanishStates[code] ?? name] as const]),
)

/** The two-letter code of a state ('FL'), or '' for none. */
export const stateCode = (lk_state_id: number | null | undefined): string => states[(lk_state_id ?? 0) - 1]?.code ?? ''

/** The lk_state_id of a two-letter code in any case, or null. */
export const stateIdOf = (code: string): number | null =>
  states.find((state) => state.code === code.trim().toUpperCase())?.lk_state_id ?? null

/** Every lookup of the product that the code itself knows: id -> English, Spanish. */
export const lookups = {
  lk_state,
  lk_suffix: {
    1: ['Jr.', 'Jr.'],
    2: ['Sr.', 'Sr.'],
    3: ['II', 'II'],
    4: ['III', 'III'],
    5: ['IV', 'IV'],
    6: ['V', 'V'],
    7: ['Esq.', 'Esq.'],
  },
  lk_language: { 1: ['English', 'Inglés'], 2: ['Spanish', 'Español'] },
  lk_course_language: { 1: ['English', 'Inglés'], 2: ['Spanish', 'Español'] },
  lk_system_language_status: { 1: ['Active', 'Activo'], 2: ['Inactive', 'Inactivo'] },
  lk_user_role: {
    1: ['Admin', 'Administrador'],
    2: ['Instructor', 'Instructor'],
    3: ['Student', 'Estudiante'],
    4: ['Support', 'Soporte'],
  },
  lk_user_status: { 1: ['Active', 'Activo'], 2: ['Disabled', 'Deshabilitado'], 3: ['Not Verified', 'No verificado'] },
  lk_instructor_status: {
    1: ['Active', 'Activo'],
    2: ['Disabled', 'Deshabilitado'],
    3: ['Not Verified', 'No verificado'],
  },
  lk_organization_status: { 1: ['Active', 'Activa'], 2: ['Inactive', 'Inactiva'], 3: ['Suspended', 'Suspendida'] },
  lk_permission_type: {
    1: ['CREATE', 'CREAR'],
    2: ['READ', 'LEER'],
    3: ['UPDATE', 'ACTUALIZAR'],
    4: ['DELETE', 'ELIMINAR'],
  },
  lk_phone_number_type: { 1: ['Mobile', 'Celular'], 2: ['Home', 'Casa'], 3: ['Work', 'Trabajo'] },
  lk_address_type: { 1: ['Billing', 'Facturación'], 2: ['Mailing', 'Correspondencia'] },
  lk_contact_type: { 1: ['Manager', 'Responsable'], 2: ['Billing', 'Facturación'], 3: ['Support', 'Soporte'] },
  lk_entity_type: {
    1: ['Person', 'Persona'],
    2: ['Course', 'Curso'],
    3: ['Website', 'Sitio web'],
    4: ['Organization', 'Organización'],
    5: ['Student Course', 'Curso del estudiante'],
    6: ['Order', 'Pedido'],
  },
  lk_shipping_type: {
    1: ['Email + Digital Download', 'Correo electrónico + descarga digital'],
    2: ['Mail (7-10 Days)', 'Correo postal (7-10 días)'],
    3: ['Mail (Overnight)', 'Correo postal (entrega al día siguiente)'],
    4: ['Digital Download', 'Descarga digital'],
  },
  lk_student_course_status: {
    1: ['Paid - Not Registered', 'Pagado - Sin inscripción'],
    2: ['Not Paid', 'Sin pagar'],
    3: ['Paid - Registered', 'Pagado - Inscrito'],
    4: ['In Progress', 'En curso'],
    5: ['In Review', 'En revisión'],
    6: ['Passed', 'Aprobado'],
    7: ['Certificate Issued', 'Certificado emitido'],
    8: ['Failed', 'Reprobado'],
    9: ['Disabled', 'Deshabilitado'],
    10: ['Expired', 'Vencido'],
    11: ['In Registration', 'En inscripción'],
    12: ['In Security Setup', 'En configuración de seguridad'],
    13: ['Needs Attention', 'Requiere atención'],
    14: ['Fixed', 'Corregido'],
    15: ['Grading', 'En calificación'],
    16: ['Refunded', 'Reembolsado'],
    17: ['Completion Error', 'Error de finalización'],
    18: ['Certificate Issued (manual)', 'Certificado emitido (manual)'],
    19: ['Completion Error (FLHSMV)', 'Error de finalización (FLHSMV)'],
    20: ['Pay Now', 'Pagar ahora'],
    21: ['Confirming Information', 'Confirmando información'],
    22: ['Attempted Completion', 'Intento de finalización'],
  },
  lk_course_status: { 1: ['Unpublished', 'Sin publicar'], 2: ['Published', 'Publicado'] },
  lk_course_category: {
    1: ['Defensive Driving', 'Manejo defensivo'],
    2: ['Driver Improvement', 'Mejoramiento del conductor'],
    3: ['Traffic School', 'Escuela de tráfico'],
    4: ['First-Time Driver', 'Conductor principiante'],
    5: ['Commercial Driver', 'Conductor comercial'],
  },
  lk_component_type: {
    1: ['Content', 'Contenido'],
    2: ['Media', 'Multimedia'],
    3: ['Quiz', 'Cuestionario'],
    4: ['Break', 'Descanso'],
  },
  lk_question_type_id: {
    1: ['Short Answer', 'Respuesta corta'],
    2: ['Single Choice', 'Opción única'],
    3: ['Sort Order', 'Ordenar'],
    4: ['True or False', 'Verdadero o falso'],
    5: ['Dropdown', 'Lista desplegable'],
    6: ['Multiple Choice', 'Opción múltiple'],
    8: ['Long Answer', 'Respuesta larga'],
    9: ['Drivers License', 'Licencia de conducir'],
    10: ['State', 'Estado'],
    11: ['License Number', 'Número de licencia'],
    14: ['SSN (Last 4)', 'Seguro Social (últimos 4 dígitos)'],
    15: ['Course Reason', 'Motivo del curso'],
    16: ['Date', 'Fecha'],
    18: ['County', 'Condado'],
    19: ['Upload', 'Subir archivo'],
    20: ['Matching', 'Relacionar'],
  },
  lk_quiz_attempt_status: {
    1: ['In Progress', 'En curso'],
    2: ['Submitted', 'Enviado'],
    3: ['In Review', 'En revisión'],
    4: ['Passed', 'Aprobado'],
    5: ['Failed', 'Reprobado'],
    6: ['Needs Attention', 'Requiere atención'],
    7: ['Fixed', 'Corregido'],
    8: ['Expired', 'Vencido'],
  },
  lk_file_type: {
    1: ['Image', 'Imagen'],
    2: ['Video', 'Video'],
    3: ['Audio', 'Audio'],
    4: ['PDF', 'PDF'],
    5: ['Document', 'Documento'],
    6: ['Datasheet', 'Hoja de cálculo'],
    7: ['PowerPoint', 'PowerPoint'],
    8: ['Other', 'Otro'],
    9: ['Certificate', 'Certificado'],
    10: ['Signature', 'Firma'],
    11: ['Captions', 'Subtítulos'],
  },
  lk_payment_type: {
    1: ['Credit Card', 'Tarjeta de crédito'],
    2: ['Bank', 'Banco'],
    3: ['Wallet', 'Billetera digital'],
  },
  lk_payment_status: {
    1: ['Paid', 'Pagado'],
    2: ['Unpaid', 'Sin pagar'],
    3: ['Refunded', 'Reembolsado'],
    4: ['Pending', 'Pendiente'],
    5: ['Failed', 'Fallido'],
    6: ['Partly Refunded', 'Reembolsado parcialmente'],
    7: ['Voided', 'Anulado'],
  },
  lk_order_status: {
    1: ['Open', 'Abierto'],
    2: ['Paid', 'Pagado'],
    3: ['Canceled', 'Cancelado'],
    4: ['Refunded', 'Reembolsado'],
  },
  lk_invoice_status: {
    1: ['Open', 'Abierta'],
    2: ['Paid', 'Pagada'],
    3: ['Overdue', 'Vencida'],
    4: ['Void', 'Anulada'],
  },
  lk_authorization_key_status: { 1: ['Active', 'Activa'], 2: ['Redeemed', 'Canjeada'], 3: ['Revoked', 'Revocada'] },
  lk_issue_status: {
    1: ['Open', 'Abierta'],
    2: ['Active', 'Activa'],
    3: ['Resolved', 'Resuelta'],
    4: ['Reopened', 'Reabierta'],
    5: ['Awaiting Assignment', 'Por asignar'],
    6: ['Assigned', 'Asignada'],
  },
  lk_issue_category: {
    1: ['Course Disabled', 'Curso deshabilitado'],
    2: ['Technical Issues', 'Problemas técnicos'],
    3: ['Completion Error', 'Error de finalización'],
    4: ['Correct Certificate Information', 'Corregir datos del certificado'],
    5: ['Mailing Address Change', 'Cambio de dirección postal'],
    6: ['Course Content', 'Contenido del curso'],
    7: ['Missing Certificate', 'Certificado faltante'],
    8: ['Other', 'Otro'],
  },
  lk_chat_thread_message_type: { 1: ['Text', 'Texto'], 2: ['Image', 'Imagen'], 3: ['System', 'Sistema'] },
  lk_system_notice_type: {
    1: ['Global', 'Global'],
    2: ['Admin', 'Administrador'],
    3: ['Instructor', 'Instructor'],
    4: ['Student', 'Estudiante'],
  },
  lk_audit_type: {
    1: ['Create', 'Creación'],
    2: ['Update', 'Modificación'],
    3: ['Delete', 'Eliminación'],
    4: ['Sign In', 'Inicio de sesión'],
    5: ['Course', 'Curso'],
    6: ['Payment', 'Pago'],
    7: ['Other', 'Otro'],
    8: ['Email', 'Correo electrónico'],
    9: ['Certificate', 'Certificado'],
    10: ['Export', 'Exportación'],
    11: ['View As', 'Ver como'],
  },
  lk_hook_type: { 1: ['Enrollment', 'Inscripción'], 2: ['Completion', 'Finalización'], 3: ['Payment', 'Pago'] },
  lk_user_tile_type: {
    1: ['Students', 'Estudiantes'],
    2: ['Enrollments', 'Inscripciones'],
    3: ['Sales', 'Ventas'],
    4: ['Certificates', 'Certificados'],
    5: ['Submissions', 'Entregas'],
    6: ['Support Tickets', 'Solicitudes de soporte'],
  },
} as const satisfies Record<string, Lookup>

export type LookupName = keyof typeof lookups
/** One entry as answers and selects show it. */
export type Option = { label: string; value: number }

/** The label of an id in a language; '' for null and for an id that the lookup does not have. */
export function label(lookup: LookupName, id: number | null | undefined, locale: Locale): string {
  const text = id ? (lookups[lookup] as Lookup)[id] : undefined
  return text ? pick(locale, text) : ''
}

/** The ids of a lookup, ascending. */
export const lookupIds = (lookup: LookupName): number[] => Object.keys(lookups[lookup]).map(Number)

/** A lookup as `{label, value}` entries, by id. */
export const options = (lookup: LookupName, locale: Locale): Option[] =>
  lookupIds(lookup).map((value) => ({ value, label: label(lookup, value, locale) }))

/** Genders are kept as one letter; driver agencies take the same. */
export const genders = ['M', 'F', 'X'] as const
export type Gender = (typeof genders)[number]
export const genderLabels = {
  M: ['Male', 'Masculino'],
  F: ['Female', 'Femenino'],
  X: ['Non-binary', 'No binario'],
} as const satisfies Record<Gender, Text>

export const userRole = { Admin: 1, Instructor: 2, Student: 3, Support: 4 } as const
export const userStatus = { Active: 1, Disabled: 2, NotVerified: 3 } as const
export const organizationStatus = { Active: 1, Inactive: 2, Suspended: 3 } as const
export const permissionType = { CREATE: 1, READ: 2, UPDATE: 3, DELETE: 4 } as const
export const phoneNumberType = { Mobile: 1, Home: 2, Work: 3 } as const
export const addressType = { Billing: 1, Mailing: 2 } as const
export const entityType = { Person: 1, Course: 2, Website: 3, Organization: 4, StudentCourse: 5, Order: 6 } as const
export const shippingType = { EmailAndDownload: 1, Mail: 2, MailOvernight: 3, Download: 4 } as const
export const studentCourseStatus = {
  PaidNotRegistered: 1,
  NotPaid: 2,
  PaidRegistered: 3,
  InProgress: 4,
  InReview: 5,
  Passed: 6,
  CertificateIssued: 7,
  Failed: 8,
  Disabled: 9,
  Expired: 10,
  InRegistration: 11,
  InSecuritySetup: 12,
  NeedsAttention: 13,
  Fixed: 14,
  Grading: 15,
  Refunded: 16,
  CompletionError: 17,
  CertificateIssuedManually: 18,
  CompletionErrorFlhsmv: 19,
  PayNow: 20,
  ConfirmingInformation: 21,
  AttemptedCompletion: 22,
} as const
export const courseStatus = { Unpublished: 1, Published: 2 } as const
export const componentType = { Content: 1, Media: 2, Quiz: 3, Break: 4 } as const
export const questionType = {
  ShortAnswer: 1,
  SingleChoice: 2,
  SortOrder: 3,
  TrueOrFalse: 4,
  Dropdown: 5,
  MultipleChoice: 6,
  LongAnswer: 8,
  DriversLicense: 9,
  State: 10,
  LicenseNumber: 11,
  SsnLast4: 14,
  CourseReason: 15,
  Date: 16,
  County: 18,
  Upload: 19,
  Matching: 20,
} as const
export const quizAttemptStatus = {
  InProgress: 1,
  Submitted: 2,
  InReview: 3,
  Passed: 4,
  Failed: 5,
  NeedsAttention: 6,
  Fixed: 7,
  Expired: 8,
} as const
export const fileType = {
  Image: 1,
  Video: 2,
  Audio: 3,
  Pdf: 4,
  Document: 5,
  Datasheet: 6,
  Powerpoint: 7,
  Other: 8,
  Certificate: 9,
  Signature: 10,
  Captions: 11,
} as const
export const paymentType = { CreditCard: 1, Bank: 2, Wallet: 3 } as const
export const paymentStatus = {
  Paid: 1,
  Unpaid: 2,
  Refunded: 3,
  Pending: 4,
  Failed: 5,
  PartlyRefunded: 6,
  Voided: 7,
} as const
export const orderStatus = { Open: 1, Paid: 2, Cancelled: 3, Refunded: 4 } as const
export const invoiceStatus = { Open: 1, Paid: 2, Overdue: 3, Void: 4 } as const
export const authorizationKeyStatus = { Active: 1, Redeemed: 2, Revoked: 3 } as const
export const issueStatus = {
  Open: 1,
  Active: 2,
  Resolved: 3,
  Reopened: 4,
  AwaitingAssignment: 5,
  Assigned: 6,
} as const
export const issueCategory = {
  CourseDisabled: 1,
  TechnicalIssues: 2,
  CompletionError: 3,
  CorrectCertificateInformation: 4,
  MailingAddressChange: 5,
  CourseContent: 6,
  MissingCertificate: 7,
  Other: 8,
} as const
export const systemNoticeType = { Global: 1, Admin: 2, Instructor: 3, Student: 4 } as const
