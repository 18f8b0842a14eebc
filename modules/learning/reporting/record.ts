/**
 * One completion, independent of any agency's format; every adapter converts it. `submission_id` is ours and the same
 * for every attempt. Dates are YYYY-MM-DD, instants ISO 8601, states two letters; unknown values are null or ''.
 * Records stored by an earlier release lack newer fields.
 */
export type CompletionRecord = {
  submission_id: string
  agency: string
  state_code: string
  provider: { organization_code: string; organization_name: string }
  student: {
    first_name: string
    middle_name: string
    last_name: string
    suffix: string
    dob: string | null
    gender: string | null
    driver_license: string | null
    /** The state that issued the license, as the student or staff entered it; never that of the address. */
    license_state: string
    ssn_last_4: string | null
    address1: string
    address2: string
    city: string
    state: string
    zip: string
    phone: string | null
    email: string
    eye_color: string | null
  }
  course: {
    course_id: number
    course_name: string
    version_number: number
    hours: number
    /** The kind of training; we offer no behind-the-wheel training. */
    training: 'theory'
    /** The class or endorsement of a commercial license that the training is for. */
    license_class: string | null
  }
  citation_number: string | null
  citation_county: string | null
  citation_date: string | null
  /** The court of the citation. */
  court: string | null
  /** The date until which the agency's notice allows the course. */
  notice_due_on: string | null
  course_reason: string | null
  /** The number that was bought for this certificate, and whether the certificate is the original or a duplicate. */
  certificate_number: string | null
  certificate_kind: 'original' | 'duplicate' | null
  completed_at: string
  /** Set for failed and unfinished courses, which some programs require; absent in earlier records. */
  outcome?: 'passed' | 'failed'
  /** Whether staff moved the student forward, so the time includes seconds that the student did not spend. */
  staff_advanced_ind: boolean
}

/** The fields of a refused report that can be corrected: the number by staff, its state by students as well. */
export type Corrections = { driver_license?: string; license_state?: string }
