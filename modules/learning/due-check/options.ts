import { type CourseVersion, type SecurityOptions, securityDefaults } from '#modules/catalogue/index.ts'

/** In the order in which they are asked within one check. */
export const methods = ['biometrics', 'keystroke', 'phone', 'content_questions', 'security_questions'] as const
export type Method = (typeof methods)[number]

/** The methods that can be turned off for one student, because they need a phone, a keyboard, or a device. */
export const waivable = ['phone', 'keystroke', 'biometrics'] as const satisfies readonly Method[]
export type Waivable = (typeof waivable)[number]

/** When a check falls due, and `unlock`: the questions with which a student opens a disabled course. */
export type CheckReason = 'resume' | 'interval' | 'component' | 'unlock'

// A published version is one frozen object for the life of the process.
const known = new WeakMap<CourseVersion, SecurityOptions>()

/** What a version says about identity, with the defaults for what it leaves out. */
export function securityOf(version: CourseVersion): SecurityOptions {
  const kept = known.get(version)
  if (kept) return kept
  const options = withDefaults(version.course_security_options ?? {})
  known.set(version, options)
  return options
}

type Parts = { [K in keyof SecurityOptions]?: SecurityOptions[K] }

function withDefaults({ setupIAgree, methods: given, globalSettings }: Parts): SecurityOptions {
  const { methods: usual, globalSettings: settings } = securityDefaults
  return {
    setupIAgree: setupIAgree ?? securityDefaults.setupIAgree,
    methods: {
      security_questions: { ...usual.security_questions, ...given?.security_questions },
      keystroke: { ...usual.keystroke, ...given?.keystroke },
      content_questions: { ...usual.content_questions, ...given?.content_questions },
      phone: { ...usual.phone, ...given?.phone },
      biometrics: { ...usual.biometrics!, ...given?.biometrics },
    },
    globalSettings: { ...settings, ...globalSettings },
  }
}

/** The methods by which a course checks who sits it; empty for a course without checks. */
export function methodsOf(version: CourseVersion): Method[] {
  const { methods: all } = securityOf(version)
  return methods.filter((method) => all[method]?.enabled)
}

/** Either of the two options asks for it. */
export function asksAgreement(version: CourseVersion): boolean {
  const { setupIAgree, globalSettings } = securityOf(version)
  return setupIAgree || globalSettings.requireAgreement
}

/** Whether a course has anything to set up or to check: all others are never asked for more. */
export const isGuarded = (version: CourseVersion): boolean => methodsOf(version).length > 0 || asksAgreement(version)

/** How often a student may unlock the course without staff; 0 where the course does not offer it. */
export function selfHelpsIn(version: CourseVersion): number {
  const { selfHelp } = securityOf(version).globalSettings
  return selfHelp.enabled ? selfHelp.value : 0
}
