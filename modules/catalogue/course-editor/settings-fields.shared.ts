import { lk_course_language, lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { programChoices } from '#modules/catalogue/programs/programs.shared.ts'
import { examOptions, requiredExams } from '#modules/catalogue/versions/external-exam.shared.ts'
import { lk_course_state } from '#platform/states.ts'
import type { Text } from '#platform/texts.ts'
import { securityGroups } from './security-fields.shared.ts'
import {
  choice,
  flag,
  long,
  lookup,
  money,
  number,
  optionalNumber,
  type SettingField,
  type SettingGroup,
  text,
} from './setting-field.shared.ts'

export type { Offered, SettingField, SettingGroup } from './setting-field.shared.ts'

/** The tabs that consist of settings, or begin with settings. */
export type SettingsTab =
  | 'overview'
  | 'achievements'
  | 'marketing'
  | 'registration'
  | 'security'
  | 'certificates'
  | 'support'

const statusTexts = [
  [6, ['Passed', 'Aprobado']],
  [7, ['Certificate issued', 'Certificado emitido']],
  [8, ['Failed', 'Reprobado']],
  [5, ['Awaiting review', 'En espera de revisión']],
  [15, ['Awaiting a decision', 'En espera de una decisión']],
  [18, ['Certificate issued manually', 'Certificado emitido manualmente']],
] as const satisfies readonly (readonly [number, Text])[]

/** Every setting of a tab. Settings that the server does not use are not offered. */
export const settingGroups: Readonly<Record<SettingsTab, readonly SettingGroup[]>> = {
  overview: [
    {
      title: ['Course', 'Curso'],
      fields: [
        text('name', ['Name', 'Nombre']),
        long('description', ['Description', 'Descripción']),
        choice('lk_language_id', ['Language', 'Idioma'], lookup(lk_course_language)),
        money('price', ['List price in dollars', 'Precio de lista en dólares']),
        optionalNumber(
          'registration_expires_after_days',
          ['Days to finish', 'Días para terminar'],
          ['Leave empty for no limit.', 'Déjelo vacío para no poner límite.'],
        ),
      ],
    },
    {
      title: ['States', 'Estados'],
      fields: [
        {
          path: 'program_id',
          label: ['Program', 'Programa'],
          hint: [
            'Before it is published, the course is compared with the rules of its program.',
            'Antes de publicarse, el curso se compara con las reglas de su programa.',
          ],
          kind: 'choice',
          choices: programChoices,
          empty: ['None', 'Ninguno'],
        },
        {
          path: 'lk_course_state_ids',
          label: ['States that accept this course', 'Estados que aceptan este curso'],
          kind: 'many',
          choices: lookup(lk_course_state),
        },
      ],
    },
    {
      title: ['Audio', 'Audio'],
      fields: [
        flag('audio.enabled', ['Sell narration with this course', 'Vender la narración con este curso']),
        money('audio.price', ['Narration price in dollars', 'Precio de la narración en dólares']),
        text(
          'audio.language',
          ['Narration language', 'Idioma de la narración'],
          ['For example, en-US.', 'Por ejemplo, en-US.'],
        ),
      ],
    },
    {
      title: ['Completion', 'Finalización'],
      fields: [
        flag('completion_configuration.showFinalGrade', ['Show the final grade', 'Mostrar la calificación final']),
        flag('completion_configuration.auditLogQuizAnswers', [
          'Record quiz answers in the audit log',
          'Guardar las respuestas en el registro de auditoría',
        ]),
        flag('completion_configuration.requireStudentsWatchAllVideos', [
          'Students must watch all videos',
          'Los estudiantes deben ver todos los videos',
        ]),
        flag('completion_configuration.confirm.name', ['Confirm the name at the end', 'Confirmar el nombre al final']),
        flag('completion_configuration.confirm.address', [
          'Confirm the address at the end',
          'Confirmar la dirección al final',
        ]),
        flag('completion_configuration.confirm.dob', [
          'Confirm the date of birth at the end',
          'Confirmar la fecha de nacimiento al final',
        ]),
        flag('completion_configuration.confirm.gender', [
          'Confirm the gender at the end',
          'Confirmar el género al final',
        ]),
        long('completion_configuration.confirm.text', ['Confirmation text', 'Texto de la confirmación']),
      ],
    },
    {
      title: ['External exam', 'Examen externo'],
      fields: [
        flag(
          'proctored_ind',
          ['Proctored exam', 'Examen supervisado'],
          [
            'Students take it with the exam provider after everything else. When they pass it, they pass the course.',
            'Los estudiantes lo presentan con el proveedor de exámenes después de todo lo demás. Aprueban el curso cuando lo aprueban.',
          ],
        ),
        flag(
          'sts_ind',
          ['Interactive test', 'Prueba interactiva'],
          [
            "The provider's own test. If you turn on both, students must pass both.",
            'La prueba propia del proveedor. Si activa ambos, los estudiantes deben aprobar los dos.',
          ],
        ),
      ],
    },
  ],
  achievements: [
    {
      title: ['After completion', 'Después de terminar'],
      fields: [
        long('completion_description', ['Text after completion', 'Texto al terminar']),
        flag('completion_configuration.customCompletionDescriptions.enabled', [
          'Use a different text for each result',
          'Usar un texto para cada resultado',
        ]),
        ...statusTexts.map(([status, label]) =>
          long(`completion_configuration.customCompletionDescriptions.${status}`, label),
        ),
      ],
    },
  ],
  marketing: [
    {
      title: ['In the catalog', 'En el catálogo'],
      fields: [
        long(
          'excerpt',
          ['Short description', 'Descripción breve'],
          ['500 characters at most.', '500 caracteres como máximo.'],
        ),
        {
          path: 'image',
          label: ['Image', 'Imagen'],
          hint: [
            'Visitors see it in the catalog and wherever people share a link to the course.',
            'Los visitantes la ven en el catálogo y donde se comparte un enlace al curso.',
          ],
          kind: 'image',
          alt: 'image_alt',
        },
        text(
          'image_alt',
          ['What the image shows', 'Qué muestra la imagen'],
          ["For people who can't see it.", 'Para quienes no pueden verla.'],
        ),
      ],
    },
    {
      title: ['Reviews', 'Reseñas'],
      fields: [
        flag('completion_configuration.reviews.enabled', [
          'Ask students for a review',
          'Pedir una reseña a los estudiantes',
        ]),
        flag('completion_configuration.reviews.disabledForFailed', [
          "Don't ask students who failed",
          'No pedírsela a quienes reprobaron',
        ]),
        flag('completion_configuration.reviews.rerouteOnFiveStars', [
          'Invite students who give five stars to leave a Google review',
          'Invitar a quienes den cinco estrellas a escribir una reseña en Google',
        ]),
        text('completion_configuration.reviews.rerouteGoogleID', ['Google place ID', 'ID del lugar en Google']),
      ],
    },
  ],
  registration: [
    {
      title: ['Registration', 'Registro'],
      fields: [
        flag('registrationOptions.enabled', [
          'Students register before the course',
          'Los estudiantes se registran antes del curso',
        ]),
        flag('registrationOptions.requiredBefore', [
          'Registration must be finished first',
          'El registro debe terminarse primero',
        ]),
        flag('registrationOptions.noBeginningSkipQuestions', [
          'Questions can be skipped at first',
          'Las preguntas se pueden omitir al principio',
        ]),
        flag('registrationOptions.confirmRegistration', [
          'Confirm the answers at the end',
          'Confirmar las respuestas al final',
        ]),
        {
          path: 'registrationOptions.daysDueAt',
          label: ['Days to answer', 'Días para responder'],
          kind: 'number',
          min: 1,
          max: 3_650,
          empty: true,
        },
        flag('registrationOptions.showText', ['Show text first', 'Mostrar un texto primero']),
        long('registrationOptions.textToShow', ['Text to show', 'Texto que se muestra']),
      ],
    },
    {
      title: ['Age', 'Edad'],
      fields: [
        flag('registrationOptions.ageEnabled', ['Limit the age of students', 'Limitar la edad de los estudiantes']),
        number('registrationOptions.age', ['Age', 'Edad'], 1, 120),
        choice(
          'registrationOptions.aboveOrBelowAge',
          ['Students must be', 'Los estudiantes deben'],
          [
            { value: 'Above', label: ['of this age or older', 'tener esta edad o más'] },
            { value: 'Below', label: ['younger than this age', 'ser menores de esta edad'] },
          ],
        ),
      ],
    },
    {
      title: ['Disclaimer', 'Condiciones'],
      fields: [
        long('disclaimer', ['Disclaimer', 'Condiciones']),
        flag('registrationOptions.mustTypeIAgree', [
          "Students must type 'I Agree'",
          'Los estudiantes deben escribir “I Agree”',
        ]),
        flag('registrationOptions.mustOpenModal', [
          'Students must open the disclaimer',
          'Los estudiantes deben abrir las condiciones',
        ]),
        choice(
          'registrationOptions.iAgreeLocation',
          ['Students agree', 'Los estudiantes aceptan'],
          [
            { value: 'checkout', label: ['at checkout', 'al finalizar la compra'] },
            { value: 'registration', label: ['at registration', 'en el registro'] },
          ],
        ),
      ],
    },
    {
      title: ['Reinstatement', 'Reactivación'],
      fields: [
        flag('registrationOptions.reinstatementEnabled', [
          'Expired courses can be reinstated',
          'Los cursos vencidos se pueden reactivar',
        ]),
        money('registrationOptions.reinstatementFee', ['Fee in dollars', 'Costo en dólares']),
        number('registrationOptions.reinstatementAttempts', ['Times allowed', 'Veces permitidas'], 0, 100),
        choice(
          'registrationOptions.reinstatementAction',
          ['Then the student', 'Después, el estudiante'],
          [
            { value: 'allow_enter', label: ['continues where they left off', 'continúa donde se quedó'] },
            { value: 'reset_progress', label: ['starts over', 'empieza de nuevo'] },
          ],
        ),
        long('registrationOptions.reinstatementActionText.allow_enter', [
          'Text when they continue',
          'Texto cuando continúa',
        ]),
        long('registrationOptions.reinstatementActionText.reset_progress', [
          'Text when they start over',
          'Texto cuando empieza de nuevo',
        ]),
      ],
    },
    {
      title: ['Shipping methods', 'Métodos de envío'],
      fields: Object.entries(lk_shipping_type).flatMap(([value, label]) => [
        flag(`shippingMethods.${value}.enabled`, label),
        money(`shippingMethods.${value}.price`, [`${label[0]}: price in dollars`, `${label[1]}: precio en dólares`]),
      ]),
    },
  ],
  security: securityGroups,
  certificates: [
    {
      title: ['Certificates', 'Certificados'],
      fields: [
        {
          path: 'certificate_template_id',
          label: ['Certificate template', 'Plantilla de certificado'],
          kind: 'choice',
          choices: [],
          offered: 'templates',
          empty: ['No certificate', 'Sin certificado'],
        },
        {
          path: 'allowed_certificate_templates',
          label: ['Allowed templates', 'Plantillas permitidas'],
          kind: 'many',
          choices: [],
          offered: 'templates',
        },
        text('certificate_configuration.bottomLeftText', ['Text at the bottom left', 'Texto abajo a la izquierda']),
      ],
    },
  ],
  support: [
    {
      title: ['Support tickets', 'Solicitudes de soporte'],
      fields: [
        {
          path: 'assignee',
          label: ['Assignee', 'Responsable'],
          hint: [
            'Find a person by name or email. Leave empty to assign tickets manually.',
            'Busque a una persona por su nombre o correo electrónico. Déjelo vacío para asignar las solicitudes manualmente.',
          ],
          kind: 'staff',
          offered: 'staff',
        },
      ],
    },
  ],
}

/** A tab's settings in the form, by path. */
export type SettingValues = Readonly<Record<string, string | boolean | readonly string[]>>
type Settings = Readonly<Record<string, unknown>>

const valueAt = (record: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (inner && typeof inner === 'object' ? (inner as Settings)[name] : undefined),
      record,
    )

const fieldsOf = (tab: SettingsTab) => settingGroups[tab].flatMap(({ fields }) => fields)

/** Converts an API record to a tab's form values. */
export function settingValues(tab: SettingsTab, record: Settings): SettingValues {
  const fields = tab === 'overview' ? withExams(record) : record
  return Object.fromEntries(
    fieldsOf(tab).map(({ path, kind }) => {
      const value = valueAt(fields, path)
      if (kind === 'flag') return [path, value === true || value === 1]
      if (kind === 'many') return [path, idsOf(value)]
      return [path, value === null || value === undefined ? '' : String(value)]
    }),
  )
}

/** Ids as a list, or from the API's comma-separated text. */
const idsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split(',').filter((id) => id !== '')
  return Array.isArray(value) ? value.map(String) : []
}

/** Converts a tab's form to the API's record. */
export function settingRecord(tab: SettingsTab, values: SettingValues): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const field of fieldsOf(tab)) {
    const names = field.path.split('.')
    const last = names.pop()!
    let inner = record
    for (const name of names) {
      inner[name] ??= {}
      inner = inner[name] as Record<string, unknown>
    }
    const value = settingOf(field, values[field.path])
    if (value !== undefined) inner[last] = value
  }
  return tab === 'overview' ? toExamRecord(record) : record
}

/** Sets the flags for external exams from either of the two options. */
function withExams(record: Settings): Settings {
  const { proctored, interactive } = requiredExams(record as Parameters<typeof requiredExams>[0])
  return { ...record, proctored_ind: proctored, sts_ind: interactive }
}

function toExamRecord(record: Settings): Record<string, unknown> {
  const exams = { proctored: record.proctored_ind === true, interactive: record.sts_ind === true }
  const { externalExam, ...flags } = examOptions(exams)
  const completion = record.completion_configuration as Settings
  return { ...record, ...flags, completion_configuration: { ...completion, externalExam } }
}

function settingOf({ kind, choices, offered, empty }: SettingField, value: SettingValues[string] | undefined): unknown {
  if (kind === 'flag') return value === true || value === '1'
  if (kind === 'many') return (Array.isArray(value) ? value : []).map(Number)
  const text = typeof value === 'string' ? value.trim() : ''
  if (kind === 'number' || kind === 'money') {
    if (text === '') return empty ? null : undefined
    return Number(text)
  }
  if (kind === 'staff' || kind === 'time') return text
  if (offered) return text === '' ? null : Number(text)
  if (kind === 'choice' && text === '' && empty) return null
  if (kind === 'choice') return typeof choices?.[0]?.value === 'number' ? Number(text) : text
  return typeof value === 'string' ? value : ''
}
