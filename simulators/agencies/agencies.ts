import type { RefusalCodes, SimulatedAgency } from './rules.ts'

const neutral: RefusalCodes = {
  first_name: 'NAME',
  last_name: 'NAME',
  dob: 'DOB',
  license: 'LICENSE',
  out_of_numbers: 'NUMBERS',
}

/** Agencies with their own refusals, by the id that the product uses for them. */
const agencies: Readonly<Record<string, SimulatedAgency>> = {
  'fl-dhsmv': {
    codes: { first_name: 'DV030', last_name: 'DV040', dob: 'ST004', license: 'CF033', out_of_numbers: 'CC000' },
    refuse(license, { student }) {
      if (license && !/^[A-Z]\d{12}$/.test(license)) {
        return { code: 'CF032', message: 'Driver license number is not in Florida format.' }
      }
      return license || student.ssn_last_4 ? null : { code: 'CF000', message: 'No valid unique student id.' }
    },
  },
  'fmcsa-tpr': {
    codes: neutral,
    refuse: (license, { student }) =>
      license && student.license_state
        ? null
        : { code: 'LICENSE', message: 'License number and State of licensure are needed.' },
  },
  dmv: {
    codes: neutral,
    refuse: (_license, { state_code }) => (state_code ? null : { code: 'STATE', message: 'State is missing.' }),
  },
}

/** The simulated agency of this id; an agency without its own refusals has the neutral codes. */
export const simulatedAgency = (id: string): SimulatedAgency =>
  (Object.hasOwn(agencies, id) && agencies[id]) || { codes: neutral }
