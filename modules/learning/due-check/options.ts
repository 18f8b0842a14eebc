import { type CourseVersion, type SecurityOptions, securityDefaults } from '#modules/catalogue/index.ts'

/** A method of proving the student's identity. Everything specific to one is in `verification/methods`. */
export type Method = keyof SecurityOptions['methods']
const methods = Object.keys(securityDefaults.methods) as Method[]

/** The reason for a check; `unlock` is for the questions with which a student reopens a disabled course. */
export type CheckReason = 'resume' | 'interval' | 'component' | 'unlock'

// A published version is one frozen object for the life of the process.
const optionsCache = new WeakMap<CourseVersion, SecurityOptions>()

/** A version's identity settings, with defaults. */
export function securityOf(version: CourseVersion): SecurityOptions {
  const cached = optionsCache.get(version)
  if (cached) return cached
  const options = withDefaults(version.course_security_options ?? {})
  optionsCache.set(version, options)
  return options
}

type Parts = { [K in keyof SecurityOptions]?: SecurityOptions[K] }

function withDefaults({ setupIAgree, methods: overrides, globalSettings }: Parts): SecurityOptions {
  const { methods: usual, globalSettings: settings } = securityDefaults
  return {
    setupIAgree: setupIAgree ?? securityDefaults.setupIAgree,
    methods: Object.fromEntries(
      methods.map((method) => [method, { ...usual[method], ...overrides?.[method] }]),
    ) as SecurityOptions['methods'],
    globalSettings: { ...settings, ...globalSettings },
  }
}

/** The identity methods that a course uses; empty for a course without checks. */
export function methodsOf(version: CourseVersion): Method[] {
  const { methods: all } = securityOf(version)
  return methods.filter((method) => all[method]?.enabled)
}

/** Required if either of the two options requires it. */
export function asksAgreement(version: CourseVersion): boolean {
  const { setupIAgree, globalSettings } = securityOf(version)
  return setupIAgree || globalSettings.requireAgreement
}

/** Whether a course requires any setup or check; other courses skip both. */
export const isGuarded = (version: CourseVersion): boolean => methodsOf(version).length > 0 || asksAgreement(version)

/** How often a student may unlock the course without staff; 0 if the course does not offer it. */
export function maxSelfUnlocks(version: CourseVersion): number {
  const { selfHelp } = securityOf(version).globalSettings
  return selfHelp.enabled ? selfHelp.value : 0
}
