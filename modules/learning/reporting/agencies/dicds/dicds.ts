import {
  type AgencyAccount,
  listMissingFields,
  type ServiceFormat,
} from '#modules/learning/reporting/agencies/account-fields.ts'
import { localCodes } from '#modules/learning/reporting/agencies/codes.ts'
import {
  callSoap,
  type SoapNode,
  type SoapResponse,
  writeEnvelope,
} from '#modules/learning/reporting/agencies/soap/soap.ts'
import {
  type AgencyAdapter,
  type AgencyResponse,
  emptyResponse,
  lostResponse,
} from '#modules/learning/reporting/agency-adapter.ts'
import { dicdsFields } from './fields.ts'
import {
  type DicdsParameter,
  type DicdsValues,
  dicdsLengths,
  dicdsParameters,
  dicdsRequiredData,
  dicdsValues,
  listMissingDicdsData,
  listUnsupportedDicdsData,
} from './parameters.ts'
import { dicdsOperation, readDicdsWsdl } from './read-dicds-wsdl.ts'

/** The protocol of the service, from its WSDL or else from the account's fields. */
type Protocol = {
  namespace: string
  action: string
  /** The namespace of the parameters. */
  parameterNamespace: string | null
  order: readonly DicdsParameter[]
  lengths: Readonly<Partial<Record<DicdsParameter, number>>>
}

/** The settings that replace the service's description. */
const protocolFields = ['namespace', 'soap_action', 'qualified']

function protocolOf({ settings }: AgencyAccount): Protocol | null {
  const { wsdl, namespace = '', soap_action: action = '', qualified } = settings
  if (!wsdl) {
    const parameterNamespace = qualified === 'yes' ? namespace : null
    return { namespace, action, parameterNamespace, order: dicdsParameters, lengths: dicdsLengths }
  }
  const wsdlOperation = readDicdsWsdl(wsdl)
  if (!wsdlOperation) return null
  const { parameters } = wsdlOperation
  const limitedParameters = parameters.filter(({ name, max_length }) => max_length !== null && name in dicdsLengths)
  return {
    namespace: wsdlOperation.namespace,
    action: wsdlOperation.action,
    parameterNamespace: parameters[0]!.namespace,
    order: parameters.map(({ name }) => name as DicdsParameter),
    lengths: {
      ...dicdsLengths,
      ...Object.fromEntries(limitedParameters.map(({ name, max_length }) => [name, max_length])),
    },
  }
}

export const dicds: ServiceFormat = {
  name: 'dicds',
  url: 'https://services.flhsmv.gov/DriverSchoolWebService/wsPrimerComponentService.svc',
  description: '?wsdl',
  fields: dicdsFields,
  listMissingSettings: (account) =>
    listMissingFields(dicds.fields, account).filter((name) => !account.settings.wsdl || !protocolFields.includes(name)),
  listMissingData: (account, record) => listMissingDicdsData(account, dicdsValues(account, record)),
  requiredData: dicdsRequiredData,
  listUnsupportedData: listUnsupportedDicdsData,
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
      if (!protocol) return { ...emptyResponse('retry', ''), code: localCodes.settings, hold: 'queue' }
      const values = dicdsValues(account, record)
      if ('missingSetting' in values) {
        return { ...emptyResponse('retry', ''), code: values.missingSetting, hold: 'report' }
      }
      const { namespace, action } = protocol
      const envelope = writeEnvelope(namespace, dicdsOperation, nodesOf(protocol, values))
      try {
        return readResponse(await callSoap({ url, action }, envelope, signal))
      } catch (error) {
        return lostResponse(error)
      }
    },
  }
}

/**
 * The service expects one space for an empty value. Numbers are never truncated, because a truncated one would be a
 * different number.
 */
const nodesOf = ({ order, lengths, parameterNamespace }: Protocol, values: DicdsValues): SoapNode[] =>
  order.map((name) => {
    const value = [...values[name].trim()].slice(0, lengths[name]).join('').trim()
    return [name, value || ' ', parameterNamespace]
  })

const numberPattern = /^\d{1,20}$/
const codePattern = /^([A-Z]{2}\d{3})\b[\s:.-]*(.*)$/s

/** Digits are the certificate number. A response that is neither digits nor a code is unclear. */
function readResponse(response: SoapResponse): AgencyResponse {
  const { http_status, body } = response
  if (response.kind !== 'answer') return emptyResponse('retry', body, http_status)
  const result = response.answer.children.find(({ name }) => name === `${dicdsOperation}Result`)?.text.trim() ?? ''
  if (numberPattern.test(result)) {
    return { ...emptyResponse('accepted', body, http_status), receipt: result, certificate_number: result }
  }
  const match = codePattern.exec(result)
  if (!match) return { ...emptyResponse('retry', body, http_status), unclear: true }
  return {
    ...emptyResponse('rejected', body, http_status),
    code: match[1]!,
    message: match[2]!.trim().slice(0, 1000) || null,
  }
}
