export { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
