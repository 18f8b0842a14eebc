/** Two flags of a security method: when it asks, and how much. */
export type ValidationRule = { showOnEveryAttempt: boolean; questionsPerAttempt: number }
type Moments = { courseResume: ValidationRule; regularValidation: ValidationRule }
export type Weekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday'
/** Hours of one day as 24-hour HH:MM; empty where the day is not enabled. */
export type OpenHours = { enabled: boolean; from: string; to: string }

/** The questions of the methods are in `catalogue.question` (`used_in` security and content), not here. */
export type SecurityOptions = {
  setupIAgree: boolean
  methods: {
    security_questions: { enabled: boolean; secondsToAnswerCorrectly: number; enableTimerCountdown: boolean } & Moments
    keystroke: { enabled: boolean; content: string; lowerThreshold: number; upperThreshold: number } & Moments
    content_questions: { enabled: boolean } & Moments
    phone: { enabled: boolean; setAvailability: boolean; threshold: number; content: string } & Record<
      Weekday,
      OpenHours
    >
    /** The authenticator of the student's device. Versions from before it have none. */
    biometrics?: { enabled: boolean } & Moments
  }
  globalSettings: {
    onFailValidation: string
    setupCompleteText: string
    setupCompleteTextEnabled: boolean
    requireAgreement: boolean
    attempts_allowed: number
    verifyStudentOnCourseResume: number
    frequencySettings: { type: 'minutes' | 'selectedComponent'; value: number }
    /** `value` in minutes; `lock`: the course is locked after it, and not only left. */
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
  /** US dollars, as the contract spells it. */
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

const moments: Moments = {
  courseResume: { showOnEveryAttempt: false, questionsPerAttempt: 1 },
  regularValidation: { showOnEveryAttempt: false, questionsPerAttempt: 1 },
}
const closed: OpenHours = { enabled: false, from: '', to: '' }

export const securityDefaults: SecurityOptions = {
  setupIAgree: false,
  methods: {
    security_questions: { enabled: false, secondsToAnswerCorrectly: 15, enableTimerCountdown: false, ...moments },
    keystroke: { enabled: false, content: '', lowerThreshold: -20, upperThreshold: 20, ...moments },
    content_questions: { enabled: false, ...moments },
    phone: {
      enabled: false,
      setAvailability: false,
      threshold: 0,
      content: '',
      sunday: closed,
      monday: closed,
      tuesday: closed,
      wednesday: closed,
      thursday: closed,
      friday: closed,
      saturday: closed,
    },
    biometrics: { enabled: false, ...moments },
  },
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
