import type { Text } from '#platform/texts.ts'
import { choice, flag, long, number, type SettingField, type SettingGroup } from './setting-field.shared.ts'

/** When a method is used in addition to the rotating one. */
const resumed = (method: string) =>
  flag(`methods.${method}.courseResume.showOnEveryAttempt`, [
    'Ask at every check when the course is resumed',
    'Preguntar en cada verificación al retomar el curso',
  ])
const regular = (method: string) =>
  flag(`methods.${method}.regularValidation.showOnEveryAttempt`, [
    'Ask at every check during the course',
    'Preguntar en cada verificación durante el curso',
  ])
const everyTime = (method: string): SettingField[] => [resumed(method), regular(method)]

const moments = (method: string): SettingField[] => [
  resumed(method),
  number(
    `methods.${method}.courseResume.questionsPerAttempt`,
    ['Questions when resumed', 'Preguntas al retomar el curso'],
    1,
    50,
  ),
  regular(method),
  number(
    `methods.${method}.regularValidation.questionsPerAttempt`,
    ['Questions each time', 'Preguntas cada vez'],
    1,
    50,
  ),
]

const weekdays = [
  ['sunday', ['Sunday', 'Domingo']],
  ['monday', ['Monday', 'Lunes']],
  ['tuesday', ['Tuesday', 'Martes']],
  ['wednesday', ['Wednesday', 'Miércoles']],
  ['thursday', ['Thursday', 'Jueves']],
  ['friday', ['Friday', 'Viernes']],
  ['saturday', ['Saturday', 'Sábado']],
] as const satisfies readonly (readonly [string, Text])[]

const time = (path: string, label: Text): SettingField => ({ path, label, kind: 'time' })

/** The settings for proving the student's identity. */
export const securityGroups: readonly SettingGroup[] = [
  {
    title: ['Setup', 'Configuración'],
    fields: [
      flag('globalSettings.requireAgreement', [
        'Students must agree to identity checks',
        'Los estudiantes deben aceptar las verificaciones de identidad',
      ]),
      flag('setupIAgree', [
        "Students type 'I Agree' at setup",
        'Los estudiantes escriben “I Agree” en la configuración',
      ]),
      flag('globalSettings.setupCompleteTextEnabled', [
        'Show text after setup',
        'Mostrar un texto después de la configuración',
      ]),
      long('globalSettings.setupCompleteText', ['Text after setup', 'Texto después de la configuración']),
    ],
  },
  {
    title: ['How often', 'Con qué frecuencia'],
    fields: [
      choice(
        'globalSettings.verifyStudentOnCourseResume',
        ['When the course is resumed', 'Cuando se retoma el curso'],
        [
          { value: 1, label: ['Check', 'Verificar'] },
          { value: 0, label: ["Don't check", 'No verificar'] },
        ],
      ),
      choice(
        'globalSettings.frequencySettings.type',
        ['Check during the course', 'Verificar durante el curso'],
        [
          {
            value: 'minutes',
            label: ['After a set number of minutes of course time', 'Cada ciertos minutos de tiempo de curso'],
          },
          { value: 'selectedComponent', label: ['After certain lessons', 'Después de ciertas lecciones'] },
        ],
      ),
      {
        path: 'globalSettings.frequencySettings.value',
        label: ['Number of minutes', 'Cantidad de minutos'],
        kind: 'number',
        min: 1,
        max: 2_000_000_000,
        when: {
          path: 'globalSettings.frequencySettings.type',
          is: 'selectedComponent',
          shown: {
            label: ['Lesson', 'Lección'],
            hint: [
              'Lessons named in the questions below take priority.',
              'Las lecciones que indican las preguntas de abajo tienen prioridad.',
            ],
            kind: 'choice',
            offered: 'lessons',
            empty: ['Choose a lesson', 'Elija una lección'],
          },
        },
      },
      flag('globalSettings.idleTimer.enabled', ['Sign out idle students', 'Cerrar la sesión de estudiantes inactivos']),
      number('globalSettings.idleTimer.value', ['Idle after (minutes)', 'Inactivo después de (minutos)'], 1, 240),
      flag('globalSettings.idleTimer.lock', [
        'Lock the course when a student is idle',
        'Bloquear el curso cuando un estudiante está inactivo',
      ]),
    ],
  },
  {
    title: ['When a check fails', 'Cuando falla una verificación'],
    fields: [
      number('globalSettings.attempts_allowed', ['Attempts allowed', 'Intentos permitidos'], 1, 100),
      choice(
        'globalSettings.onFailValidation',
        ['After the last attempt', 'Después del último intento'],
        [
          { value: 'lock_course', label: ['Lock the course', 'Bloquear el curso'] },
          { value: 'ask_again', label: ['Ask again', 'Preguntar de nuevo'] },
        ],
      ),
      flag('globalSettings.selfHelp.enabled', [
        'Students can unlock the course themselves',
        'Los estudiantes pueden desbloquear el curso por su cuenta',
      ]),
      number('globalSettings.selfHelp.value', ['Times they can unlock it', 'Veces que pueden desbloquearlo'], 1, 100),
      flag('globalSettings.allowedLoginAttempts.enabled', [
        'Limit wrong answers when unlocking',
        'Limitar las respuestas incorrectas al desbloquear',
      ]),
      number(
        'globalSettings.allowedLoginAttempts.value',
        ['Wrong answers allowed', 'Respuestas incorrectas permitidas'],
        1,
        100,
      ),
    ],
  },
  {
    title: ['Checks by security questions', 'Verificaciones por preguntas de seguridad'],
    fields: [
      flag('methods.security_questions.enabled', ['Ask security questions', 'Hacer preguntas de seguridad']),
      number(
        'methods.security_questions.secondsToAnswerCorrectly',
        ['Seconds to answer', 'Segundos para responder'],
        1,
        3_600,
      ),
      flag('methods.security_questions.enableTimerCountdown', ['Show the countdown', 'Mostrar la cuenta regresiva']),
      ...moments('security_questions'),
    ],
  },
  {
    title: ['Checks by content questions', 'Verificaciones por preguntas de contenido'],
    fields: [
      flag('methods.content_questions.enabled', [
        'Ask questions about the lessons',
        'Hacer preguntas sobre las lecciones',
      ]),
      ...moments('content_questions'),
    ],
  },
  {
    title: ['Checks by typing', 'Verificaciones por tecleo'],
    fields: [
      flag('methods.keystroke.enabled', ['Check typing', 'Verificar la forma de teclear']),
      long(
        'methods.keystroke.content',
        ['Text to type', 'Texto para escribir'],
        [
          'Students type it three times during setup and once in each check. Use 40 characters or more.',
          'Los estudiantes lo escriben tres veces en la configuración y una en cada verificación. Use 40 caracteres o más.',
        ],
      ),
      {
        ...number('methods.keystroke.lowerThreshold', ['Faster by up to (%)', 'Más rápido hasta en (%)'], -100, 0),
        hint: [
          "How far a key may be from the student's own rhythm. The usual value is -20.",
          'Cuánto puede alejarse una tecla del ritmo del estudiante. El valor habitual es -20.',
        ],
      },
      {
        ...number('methods.keystroke.upperThreshold', ['Slower by up to (%)', 'Más lento hasta en (%)'], 0, 1_000),
        hint: ['The usual value is 20.', 'El valor habitual es 20.'],
      },
      ...everyTime('keystroke'),
    ],
  },
  {
    title: ['Checks by phone', 'Verificaciones por teléfono'],
    fields: [
      flag(
        'methods.phone.enabled',
        ['Send codes to a phone', 'Enviar códigos a un teléfono'],
        [
          "Choose the days below, in the student's time zone. A day without hours lasts all day.",
          'Elija los días abajo, según la zona horaria del estudiante. Un día sin horario dura todo el día.',
        ],
      ),
      flag('methods.phone.setAvailability', ['Students choose their hours', 'Los estudiantes eligen su horario']),
      number(
        'methods.phone.threshold',
        ["Wrong codes that don't use an attempt", 'Códigos incorrectos que no gastan intentos'],
        0,
        1_000,
      ),
      long('methods.phone.content', ['Text above the code', 'Texto sobre el código']),
      ...weekdays.flatMap(([day, [english, spanish]]) => [
        flag(`methods.phone.${day}.enabled`, [english, spanish]),
        time(`methods.phone.${day}.from`, [`${english}, from`, `${spanish}, desde`]),
        time(`methods.phone.${day}.to`, [`${english}, until`, `${spanish}, hasta`]),
      ]),
    ],
  },
  {
    title: ['Checks by device', 'Verificaciones por dispositivo'],
    fields: [
      flag(
        'methods.biometrics.enabled',
        ["Check with the student's device", 'Preguntar al dispositivo del estudiante'],
        [
          'The device recognizes its user by fingerprint, face or PIN. Turn on questions too, for students without one.',
          'El dispositivo reconoce a su usuario por huella, rostro o PIN. Active también las preguntas para quienes no tengan uno.',
        ],
      ),
      ...everyTime('biometrics'),
    ],
  },
]
