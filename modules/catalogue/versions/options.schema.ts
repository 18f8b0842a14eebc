import { type SecurityMethods, securityMethodDefaults } from './security-methods.schema.ts'

export type SecurityOptions = {
  setupIAgree: boolean
  methods: SecurityMethods
  globalSettings: {
    onFailValidation: string
    setupCompleteText: string
    setupCompleteTextEnabled: boolean
    requireAgreement: boolean
    attempts_allowed: number
    verifyStudentOnCourseResume: number
    frequencySettings: { type: 'minutes' | 'selectedComponent'; value: number }
    /** `value` in minutes; `lock`: the course is locked after it, not just left. */
    idleTimer: { enabled: boolean; value: number; lock?: boolean }
    allowedLoginAttempts: { enabled: boolean; value: number }
    selfHelp: { enabled: boolean; value: number }
  }
}

export type RegistrationOptions = {
  enabled: boolean
  reinstatementAction: 'allow_enter' | 'reset_progress'
  reinstatementActionText: { allow_enter: string; reset_progress: string }
  requiredBefore: boolean
  ageEnabled: boolean
  age: number
  /** Above: the buyer must be at least `age`. Below: younger than `age`. */
  aboveOrBelowAge: 'Above' | 'Below'
  noBeginningSkipQuestions: boolean
  showText: boolean
  textToShow: string
  daysDueAt: number | null
  mustTypeIAgree: boolean
  mustOpenModal: boolean
  iAgreeLocation: 'checkout' | 'registration'
  reinstatementEnabled: boolean
  /** US dollars, in the contract's spelling. */
  reinstatementFee: number
  reinstatementAttempts: number
  confirmRegistration: boolean
}

/** Keys 5 to 18 are student-course status ids. */
export type CompletionConfiguration = {
  showFinalGrade: 0 | 1
  auditLogQuizAnswers: 0 | 1
  requireCommentsForAdminCourseSetup: 0 | 1
  requireStudentsWatchAllVideos: 0 | 1
  enabledExtraGenders: boolean
  streaming: boolean
  thresholdSettings: { selectedType: string; value: number }
  externalExam: { enabled: boolean; selectedType: string | null }
  reviews: {
    enabled: boolean
    rerouteOnFiveStars: boolean
    disabledForFailed: boolean
    rerouteGoogleID: string
    toEmail: string
  }
  confirm: { name: boolean; address: boolean; dob: boolean; gender: boolean; text: string }
  customCompletionDescriptions: { enabled: boolean } & Partial<Record<'5' | '6' | '7' | '8' | '15' | '18', string>>
}

/** Audio add-on: `price` in US dollars. */
export type AudioOptions = { enabled: boolean; price: number; language: string }
export type CertificateConfiguration = { bottomLeftText: string }

export const registrationDefaults: RegistrationOptions = {
  enabled: true,
  reinstatementAction: 'allow_enter',
  reinstatementActionText: { allow_enter: '', reset_progress: '' },
  requiredBefore: true,
  ageEnabled: false,
  age: 18,
  aboveOrBelowAge: 'Below',
  noBeginningSkipQuestions: false,
  showText: false,
  textToShow: '',
  daysDueAt: null,
  mustTypeIAgree: false,
  mustOpenModal: false,
  iAgreeLocation: 'checkout',
  reinstatementEnabled: false,
  reinstatementFee: 0,
  reinstatementAttempts: 1,
  confirmRegistration: false,
}

export const securityDefaults: SecurityOptions = {
  setupIAgree: false,
  methods: securityMethodDefaults,
  globalSettings: {
    onFailValidation: 'lock_course',
    setupCompleteText: '',
    setupCompleteTextEnabled: false,
    requireAgreement: false,
    attempts_allowed: 1,
    verifyStudentOnCourseResume: 0,
    frequencySettings: { type: 'minutes', value: 1 },
    idleTimer: { enabled: false, value: 5 },
    allowedLoginAttempts: { enabled: false, value: 3 },
    selfHelp: { enabled: false, value: 3 },
  },
}
