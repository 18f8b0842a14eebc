import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaCardAttributes, QuizComponent } from '#modules/catalogue/entry.ts'
import type {
  AudioOptions,
  CompletionConfiguration,
  Question,
  RegistrationOptions,
  SecurityOptions,
} from '#modules/catalogue/index.ts'

export type DemoOrganization = {
  organization_id: number
  code: string
  name: string
  description: string
  tax_id: string
  check_payable_to: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  lk_organization_status_id: number
  hosting_ind: 0 | 1
  invoice_ind: 0 | 1
  parentOrganizationId: number | null
  websites: DemoWebsite[]
}

type DemoWebsite = {
  website_id: number
  name: string
  url: string
  code: string
  phone: string
  default_website_ind: 0 | 1
  admin_fee: number
  hosted_ind: 0 | 1
  hosted_location: string
  /** MM/DD/YYYY. */
  hosted_started_on: string | null
  promoCodes: { promo_code_id: number; code: string; website_id: number; dollar_amount_off: number }[]
  courseWebsites: {
    course_website_id: number
    course_id: number
    course_price: number
    admin_fee: number
    min_course_price: number
    max_course_price: number
  }[]
}

export type DemoQuestion = Pick<
  Question,
  'question_id' | 'order' | 'lk_question_type_id' | 'references' | 'conditional' | 'configuration'
>
type Timer = { active: boolean; seconds: number }
type QuizData = QuizComponent & { questions: DemoQuestion[] }
export type DemoComponent = { component_id: number; name: string; timer: Timer } & (
  | {
      type: 'Content'
      data: { wysiwyg_id: number; content: unknown; audioAttachments: string[]; sample_ind?: boolean }
    }
  | {
      type: 'Media'
      data: { media_id: number; components: MediaCardAttributes[]; content: unknown; external_url: string }
    }
  | { type: 'Quiz'; data: QuizData }
  | { type: 'Break'; data: { break_id: number; seconds: number; break_text: string } }
)
type WithQuestions<T> = T & { questions: DemoQuestion[] }

export type DemoCourse = {
  slug: string
  states: string[]
  required_seconds: number
  course: {
    course_id: number
    course_version_id: number
    version_number: number
    organization_id: number
    name: string
    excerpt: string
    description: string
    lk_language_id: number
    lk_course_status_id: number
    price: number
    image: string
    image_alt: string
    rating: number
    audio_ind: 0 | 1
    audio: AudioOptions
    registration_expires_after_days: number
    retake_after_days: number
    reinstatement_fee: number
    certificate_template_id: number | null
    /** The agency that completions are reported to; without it, it follows from the states. */
    reports_to?: string
    certificate_configuration: { bottomLeftText: string }
    completion_description: string
    completion_configuration: CompletionConfiguration
    course_registration_options: RegistrationOptions
    course_security_options: Omit<SecurityOptions, 'methods'> & {
      methods: Omit<SecurityOptions['methods'], 'security_questions' | 'content_questions'> & {
        security_questions: WithQuestions<SecurityOptions['methods']['security_questions']>
        content_questions: WithQuestions<SecurityOptions['methods']['content_questions']>
      }
    }
    chapters: {
      name: string
      order: number
      sections: { name: string; order: number; components: DemoComponent[] }[]
    }[]
  }
  registration: {
    /**
     * The program whose data the registration asks for. The course itself has none: with any program it could not be
     * published, because an Admin must confirm 16 or more rules of each pack and the demo has no accounts at agencies.
     */
    program_id?: string
    questions: DemoQuestion[]
    disclaimer: string
    shippingMethods: { course_shipping_method_id: number; value: number; enabled: boolean; price: number }[]
  }
  questionBanks: { course_question_bank_id: number; name: string; questions: DemoQuestion[] }[]
  finalExam: Extract<DemoComponent, { type: 'Quiz' }>
  faqs: { faq_id: number; title: string; body: string; post_completion_ind: 0 | 1; index: number }[]
}

export const courseFiles = [
  'florida-basic-driver-improvement',
  'eldt-class-a-theory',
  'manejo-defensivo-es',
  'teen-permit-drug-alcohol',
] as const

/** Reads one JSON file of the demo folder. */
export const readJson = async <T>(folder: string, ...path: string[]): Promise<T> =>
  JSON.parse(await readFile(join(folder, ...path), 'utf8')) as T
