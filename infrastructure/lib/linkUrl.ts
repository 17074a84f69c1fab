import { Annotations, CfnOutput, type Stack } from 'aws-cdk-lib';
import { type Function, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';

/** The public URL of links of a function. They have tokens, or a signature; others end before anything is read. */
export function addLinkUrl(stack: Stack, made: Function, name: 'notify' | 'topUp'): void {
	const { url } = made.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
	new CfnOutput(stack, `${name[0].toUpperCase()}${name.slice(1)}Url`, { value: url });
	Annotations.of(made).addWarningV2(
		`avalanche:${name === 'topUp' ? 'top-up' : name}-url-without-limit`,
		`The URL of ${name} is public: anyone can use the whole concurrency of the account in this region, at its cost`,
	);
}
