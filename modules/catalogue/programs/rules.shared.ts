import type { Text } from '#platform/texts.ts'
import { studentData } from './student-data.shared.ts'

/** The format of a rule's value. */
export type RuleKind =
  /** A whole number of the unit. */
  | { kind: 'number'; unit: RuleUnit; min: number; max: number }
  /** `{ min, max? }` of the unit. */
  | { kind: 'range'; unit: RuleUnit }
  /** `{ min?, under? }` in full years. */
  | { kind: 'age' }
  /** Names from a list. */
  | { kind: 'set'; of: Readonly<Record<string, Text>> }
  /** A name from a list. */
  | { kind: 'one'; of: Readonly<Record<string, Text>> }
  | { kind: 'flag' }
  /** `{ amount, unit }`. */
  | { kind: 'lapse' }
  /** `{ wrong_percent_over, after_asked }`. */
  | { kind: 'lockout' }
  /** `{ agency, within: { amount, unit }, after }`, one for each receiver. */
  | { kind: 'duties' }
  /** `{ text, kinds? }`: a sentence that students read, with the excluded kinds if they are a list. */
  | { kind: 'statement' }

export type RuleUnit = keyof typeof ruleUnits
export const ruleUnits = {
  minutes: ['{n, plural, one {{n} minute} other {{n} minutes}}', '{n, plural, one {{n} minuto} other {{n} minutos}}'],
  seconds: ['{n, plural, one {{n} second} other {{n} seconds}}', '{n, plural, one {{n} segundo} other {{n} segundos}}'],
  hours: ['{n, plural, one {{n} hour} other {{n} hours}}', '{n, plural, one {{n} hora} other {{n} horas}}'],
  days: ['{n, plural, one {{n} day} other {{n} days}}', '{n, plural, one {{n} día} other {{n} días}}'],
  business_days: [
    '{n, plural, one {{n} business day} other {{n} business days}}',
    '{n, plural, one {{n} día hábil} other {{n} días hábiles}}',
  ],
  months: ['{n, plural, one {{n} month} other {{n} months}}', '{n, plural, one {{n} mes} other {{n} meses}}'],
  times: ['{n, plural, one {{n} time} other {{n} times}}', '{n, plural, one {{n} vez} other {{n} veces}}'],
  percent: ['{n} percent', '{n} por ciento'],
  questions: [
    '{n, plural, one {{n} question} other {{n} questions}}',
    '{n, plural, one {{n} pregunta} other {{n} preguntas}}',
  ],
  attempts: [
    '{n, plural, one {{n} attempt} other {{n} attempts}}',
    '{n, plural, one {{n} intento} other {{n} intentos}}',
  ],
} as const satisfies Readonly<Record<string, Text>>

export const lapseUnits = ['hours', 'days', 'business_days'] as const

/** The event from which a duty's deadline counts. */
export const dutyStarts = {
  completion: ['after the completion', 'desde la finalización'],
  issue: ['after the certificate is issued', 'desde la emisión del certificado'],
  number: ['after the certificate number arrives', 'desde la llegada del número de certificado'],
  due_date: ['after the due date of the notice', 'desde la fecha límite del aviso'],
} as const satisfies Readonly<Record<string, Text>>

export type Lapse = { amount: number; unit: (typeof lapseUnits)[number] }

/** A receiver of a completion, with its deadline. */
export type ReportDuty = { agency: string; within: Lapse; after: keyof typeof dutyStarts }

const timeParts = {
  breaks: ['Breaks', 'Descansos'],
  quizzes: ['Quizzes', 'Cuestionarios'],
  content_questions: ['Content questions', 'Preguntas de contenido'],
  identity_checks: ['Identity checks', 'Verificaciones de identidad'],
} as const satisfies Readonly<Record<string, Text>>

const numberSources = {
  answer: ['The answer of the agency', 'La respuesta de la agencia'],
  stock: ['Numbers that the school buys', 'Números que la escuela compra'],
} as const satisfies Readonly<Record<string, Text>>

const limitStarts = {
  registration: ['With the registration', 'Con el registro'],
  start: ['With the start of the course', 'Con el inicio del curso'],
} as const satisfies Readonly<Record<string, Text>>

const frequencyStarts = {
  citation: ['Before the day of the citation', 'Antes del día de la multa'],
  completion: ['Before the completion', 'Antes de la finalización'],
} as const satisfies Readonly<Record<string, Text>>

const forbiddenData = {
  ssn: ['Social Security number', 'Número del Seguro Social'],
  mothers_maiden_name: ["Mother's maiden name", 'Apellido de soltera de la madre'],
} as const satisfies Readonly<Record<string, Text>>

const outcomes = {
  passed: ['Passed', 'Aprobado'],
  failed: ['Failed or not completed', 'Reprobado o sin completar'],
} as const satisfies Readonly<Record<string, Text>>

type Rule = {
  label: Text
  kind?: RuleKind
  /** Only programs whose pack or operator names it have the rule. In others it is not open, and nobody must confirm it. */
  rare?: true
}
const number = (unit: RuleUnit, max: number, min = 1) => ({ kind: 'number', unit, min, max }) as const
const months = number('months', 1200)

/** Every rule that a pack may contain. Rules with a kind have values; the others are text for people. */
export const rules = {
  'course.minimum_minutes': { label: ['Length', 'Duración'], kind: { kind: 'range', unit: 'minutes' } },
  'course.time_basis': {
    label: ['Not counted as instruction', 'No cuenta como instrucción'],
    kind: { kind: 'set', of: timeParts },
  },
  'course.daily_maximum_minutes': { label: ['At most in a day', 'Máximo por día'], kind: number('minutes', 1440) },
  'course.breaks': { label: ['Breaks', 'Descansos'] },
  'course.time_limit_days': {
    label: ['Time to finish', 'Plazo para terminar'],
    kind: number('days', 3650),
  },
  'course.time_limit_from': {
    label: ['The time to finish begins', 'El plazo para terminar comienza'],
    kind: { kind: 'one', of: limitStarts },
  },
  'course.makeup_days': { label: ['Time to make up sessions', 'Plazo para reponer sesiones'] },
  'course.content': { label: ['Content', 'Contenido'] },
  'course.followup': { label: ['After the course', 'Después del curso'] },
  'eligibility.age': { label: ['Age', 'Edad'], kind: { kind: 'age' } },
  'eligibility.frequency': { label: ['How often', 'Frecuencia'], kind: months },
  'eligibility.lifetime_limit': {
    label: ['At most in a lifetime', 'Máximo en la vida'],
    kind: number('times', 100),
    rare: true,
  },
  'eligibility.frequency_from': {
    label: ['The time since the last course counts', 'El tiempo desde el último curso se cuenta'],
    kind: { kind: 'one', of: frequencyStarts },
  },
  'eligibility.who': { label: ['Who may take it', 'Quién puede tomarlo'] },
  'eligibility.reasons': { label: ['Reasons to attend', 'Motivos para asistir'] },
  'eligibility.exemptions': { label: ['Who is exempt', 'Quién está exento'] },
  'eligibility.affirmation': { label: ['Affirmation of eligibility', 'Declaración de elegibilidad'] },
  'eligibility.excluded_violations': { label: ['Excluded violations', 'Infracciones excluidas'] },
  'eligibility.cdl_holders': {
    label: ['Holders of a commercial license', 'Titulares de licencia comercial'],
  },
  'eligibility.state_license': { label: ['State license of the school', 'Licencia estatal de la escuela'] },
  'identity.kinds': { label: ['Identity checks', 'Verificaciones de identidad'] },
  'identity.questions_asked': { label: ['Identity questions asked', 'Preguntas de identidad'] },
  'identity.answer_window_seconds': {
    label: ['Time to answer an identity check', 'Tiempo para responder una verificación de identidad'],
    kind: number('seconds', 3600),
  },
  'identity.lockout': { label: ['Lockout', 'Bloqueo'], kind: { kind: 'lockout' } },
  'identity.record_retention_months': {
    label: ['Identity records are kept', 'Los registros de identidad se conservan'],
    kind: months,
  },
  'identity.forbidden_questions': {
    label: ['Data that must not be asked', 'Datos que no se deben pedir'],
    kind: { kind: 'set', of: forbiddenData },
  },
  'exam.question_count': {
    label: ['Questions of the final exam', 'Preguntas del examen final'],
    kind: number('questions', 1000, 0),
  },
  'exam.passing_percent': { label: ['Passing grade', 'Calificación para aprobar'], kind: number('percent', 100) },
  'exam.attempts': {
    label: ['Attempts at the final exam', 'Intentos del examen final'],
    kind: number('attempts', 100),
  },
  'exam.time_minutes': {
    label: ['Time for the final exam, at least', 'Tiempo mínimo del examen final'],
    kind: number('minutes', 1440),
  },
  'exam.pool': { label: ['Question pool', 'Banco de preguntas'] },
  'exam.closed_book': { label: ['Closed book', 'Sin consultar el material'] },
  'exam.effect': { label: ['Effect of the exam', 'Efecto del examen'] },
  'content.validation': { label: ['Questions about the content', 'Preguntas sobre el contenido'] },
  'content.no_advertising': {
    label: ['No advertising in the course', 'Sin publicidad en el curso'],
    kind: { kind: 'flag' },
  },
  'content.no_marketing': {
    label: ['No offers before the course ends', 'Sin ofertas antes de que termine el curso'],
    kind: { kind: 'flag' },
  },
  'content.not_combined': { label: ['Not combined with other courses', 'Sin combinar con otros cursos'] },
  'content.handbook': { label: ['Handbook', 'Manual'] },
  'content.instructor': { label: ['Instructor', 'Instructor'] },
  'video.watching': { label: ['Videos', 'Videos'] },
  'certificate.issuer': { label: ['Who issues the certificate', 'Quién emite el certificado'] },
  'certificate.number_source': {
    label: ['Where certificate numbers come from', 'De dónde vienen los números de certificado'],
    kind: { kind: 'one', of: numberSources },
  },
  'certificate.form': { label: ['Form of the certificate', 'Forma del certificado'] },
  'certificate.fields': { label: ['On the certificate', 'En el certificado'] },
  'certificate.date': { label: ['Date of the certificate', 'Fecha del certificado'] },
  'certificate.delivery': { label: ['Delivery of the certificate', 'Entrega del certificado'] },
  'certificate.deadline': { label: ['Certificate due within', 'Plazo del certificado'], kind: { kind: 'lapse' } },
  'certificate.duplicates': { label: ['Duplicates', 'Duplicados'] },
  'certificate.enrollment': { label: ['Certificate of enrollment', 'Certificado de inscripción'] },
  'certificate.validity_months': { label: ['The certificate is valid for', 'Vigencia del certificado'], kind: months },
  'report.recipient': { label: ['Reported to', 'Se reporta a'] },
  'report.method': { label: ['How it is reported', 'Cómo se reporta'] },
  'report.outcomes': { label: ['What is reported', 'Qué se reporta'], kind: { kind: 'set', of: outcomes } },
  'report.deadline': { label: ['Reports due', 'Plazos de los reportes'], kind: { kind: 'duties' } },
  'report.format': { label: ['Format of the report', 'Formato del reporte'] },
  'report.corrections': { label: ['Corrections', 'Correcciones'] },
  language: { label: ['Languages', 'Idiomas'] },
  'records.retention_months': { label: ['Records are kept', 'Los registros se conservan'], kind: months },
  'student.data_required': {
    label: ['Data of the student', 'Datos del estudiante'],
    kind: { kind: 'set', of: studentData },
  },
  'parent.involvement': { label: ['Parent or guardian', 'Padre, madre o tutor'] },
  'refund.rule': { label: ['Full refund within', 'Reembolso completo dentro de'], kind: { kind: 'lapse' } },
  'approval.online': { label: ['Approval of online courses', 'Aprobación de cursos en línea'] },
  'approval.renewal': { label: ['Renewal of the approval', 'Renovación de la aprobación'] },
  'approval.change_control': { label: ['Changes of the course', 'Cambios del curso'] },
  'approval.availability': { label: ['Availability of the course', 'Disponibilidad del curso'] },
  'approval.effectiveness_study_years': { label: ['Study of effectiveness', 'Estudio de eficacia'] },
  accessibility: { label: ['Accessibility', 'Accesibilidad'] },
  delivery: { label: ['Delivery', 'Modalidad'] },
  'delivery.online': { label: ['Online delivery', 'Modalidad en línea'] },
  'enrollment.contract': { label: ['Contract', 'Contrato'] },
  'enrollment.disclosure': { label: ['Disclosure', 'Divulgación'] },
  'enrollment.proof': { label: ['Proof of enrollment', 'Comprobante de inscripción'] },
  'fee.minimum': { label: ['Lowest fee', 'Tarifa mínima'] },
  'fee.maximum': { label: ['Highest fee', 'Tarifa máxima'] },
  'fee.state': { label: ['Fee of the state', 'Tarifa del estado'] },
  'fee.court': { label: ['Fee of the court', 'Tarifa del tribunal'] },
  'provider.number': { label: ['Number of the provider', 'Número del proveedor'] },
  'provider.bond': { label: ['Bond of the provider', 'Fianza del proveedor'] },
  'provider.office_in_state': { label: ['Office in the state', 'Oficina en el estado'] },
  'provider.termination': { label: ['When a provider closes', 'Cuando un proveedor cierra'] },
  'program.statute': { label: ['Statute', 'Ley'] },
  'program.end': { label: ['End of the program', 'Fin del programa'] },
  transition: { label: ['Transition', 'Transición'] },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleKey = keyof typeof rules
export const ruleKeys = Object.keys(rules) as RuleKey[]
export const isRuleKey = (key: string): key is RuleKey => Object.hasOwn(rules, key)
export const kindOf = (key: RuleKey): RuleKind | null => (rules[key] as Rule).kind ?? null

/** Whether every program is expected to have the rule: it is open until it is confirmed. */
export const isExpected = (key: RuleKey): boolean => kindOf(key) !== null && !(rules[key] as Rule).rare

/** The rules about a student's citation and license that our records cannot decide. Students read their text. */
export const statementRules = ['eligibility.excluded_violations', 'eligibility.cdl_holders'] as const
export type StatementRule = (typeof statementRules)[number]
const isStatementRule = (key: RuleKey): key is StatementRule => statementRules.some((statement) => statement === key)

/** The format of the value that an Admin may set, including texts that students confirm; null for other texts. */
export const settableKind = (key: RuleKey): RuleKind | null =>
  isStatementRule(key) ? { kind: 'statement' } : kindOf(key)
