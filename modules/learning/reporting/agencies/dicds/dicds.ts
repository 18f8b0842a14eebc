import {
  type AgencyAccount,
  missingFields,
  type ServiceFormat,
} from '#modules/learning/reporting/agencies/account-fields.ts'
import { localCodes } from '#modules/learning/reporting/agencies/codes.ts'
import {
  callSoap,
  type SoapNode,
  type SoapResponse,
  writeEnvelope,
} from '#modules/learning/reporting/agencies/soap/soap.ts'
import { readWsdl, type WsdlOperation } from '#modules/learning/reporting/agencies/soap/wsdl.ts'
import {
  type AgencyAdapter,
  type AgencyResponse,
  emptyAnswer,
  lostAnswer,
} from '#modules/learning/reporting/agency-adapter.ts'
import { dicdsFields } from './fields.ts'
import {
  type DicdsParameter,
  type DicdsValues,
  dicdsLacks,
  dicdsLengths,
  dicdsNeeds,
  dicdsParameters,
  dicdsRefuses,
  dicdsValues,
} from './parameters.ts'

const operation = 'wsVerifyData'

/** The protocol of the service: from its WSDL, otherwise from the account's fields. */
type Protocol = {
  namespace: string
  action: string
  /** The namespace of the parameters. */
  of_parameters: string | null
  order: readonly DicdsParameter[]
  lengths: Readonly<Partial<Record<DicdsParameter, number>>>
}

/** The settings that replace the service's description. */
const protocolFields = ['namespace', 'soap_action', 'qualified']

function protocolOf({ settings }: AgencyAccount): Protocol | null {
  const { wsdl, namespace = '', soap_action: action = '', qualified } = settings
  if (!wsdl) {
    const of_parameters = qualified === 'yes' ? namespace : null
    return { namespace, action, of_parameters, order: dicdsParameters, lengths: dicdsLengths }
  }
  const described = readWsdl(wsdl, operation)
  if (!described || !hasParameters(described)) return null
  const { parameters } = described
  const stated = parameters.filter(({ name, max_length }) => max_length !== null && name in dicdsLengths)
  return {
    namespace: described.namespace,
    action: described.action,
    of_parameters: parameters[0]!.namespace,
    order: parameters.map(({ name }) => name as DicdsParameter),
    lengths: { ...dicdsLengths, ...Object.fromEntries(stated.map(({ name, max_length }) => [name, max_length])) },
  }
}

const hasParameters = ({ parameters }: WsdlOperation): boolean =>
  parameters.length === dicdsParameters.length &&
  dicdsParameters.every((name) => parameters.some((parameter) => parameter.name === name))

/** Whether a text describes the service with the parameters that we send. */
const isDicdsWsdl = (text: string): boolean => {
  const described = readWsdl(text, operation)
  return described !== null && hasParameters(described)
}

export const dicds: ServiceFormat = {
  name: 'dicds',
  url: 'https://services.flhsmv.gov/DriverSchoolWebService/wsPrimerComponentService.svc',
  description: '?wsdl',
  fields: dicdsFields(isDicdsWsdl),
  missing: (account) =>
    missingFields(dicds.fields, account).filter((name) => !account.settings.wsdl || !protocolFields.includes(name)),
  lacks: (account, record) => dicdsLacks(account, dicdsValues(account, record)),
  needs: dicdsNeeds,
  refuses: dicdsRefuses,
  open: (url, account) => openDicds(url, account),
}

/**
 * Florida's driver school service (DICDS): SOAP 1.1 with thirty text parameters. It returns the certificate number or
 * a code.
 */
function openDicds(url: string, account: AgencyAccount): AgencyAdapter {
  const protocol = protocolOf(account)
  return {
    async submit(record, signal) {
      if (!protocol) return { ...emptyAnswer('retry', ''), code: localCodes.settings, hold: 'queue' }
      const values = dicdsValues(account, record)
      if ('lacks' in values) return { ...emptyAnswer('retry', ''), code: values.lacks, hold: 'report' }
      const { namespace, action } = protocol
      const envelope = writeEnvelope(namespace, operation, nodesOf(protocol, values))
      try {
        return readAnswer(await callSoap({ url, action }, envelope, signal))
      } catch (error) {
        return lostAnswer(error)
      }
    },
  }
}

/**
 * The service expects one space for an empty value. Numbers are never truncated, because a part would be another
 * number.
 */
const nodesOf = ({ order, lengths, of_parameters }: Protocol, values: DicdsValues): SoapNode[] =>
  order.map((name) => {
    const value = [...values[name].trim()].slice(0, lengths[name]).join('').trim()
    return [name, value || ' ', of_parameters]
  })

const number = /^\d{1,20}$/
const codePattern = /^([A-Z]{2}\d{3})\b[\s:.-]*(.*)$/s

/** Digits are the certificate number. A response that is neither digits nor a code proves nothing. */
function readAnswer(response: SoapResponse): AgencyResponse {
  const { http_status, body } = response
  if (response.kind !== 'answer') return emptyAnswer('retry', body, http_status)
  const result = response.answer.children.find(({ name }) => name === `${operation}Result`)?.text.trim() ?? ''
  if (number.test(result)) {
    return { ...emptyAnswer('accepted', body, http_status), receipt: result, certificate_number: result }
  }
  const match = codePattern.exec(result)
  if (!match) return { ...emptyAnswer('retry', body, http_status), unclear: true }
  return {
    ...emptyAnswer('rejected', body, http_status),
    code: match[1]!,
    message: match[2]!.trim().slice(0, 1000) || null,
  }
}
