import { createRequire } from 'node:module';

// The other build of the package imports files without their extension, which Node does not resolve.
const { AdaptiveCard, SerializationContext, Versions } = createRequire(__filename)(
	'adaptivecards/dist/adaptivecards.js',
) as typeof import('adaptivecards');

/** The mistakes that Microsoft's reader finds in an Adaptive Card: unknown elements, wrong values. */
export function cardMistakes(card: object): string[] {
	const context = new SerializationContext(Versions.v1_4);
	const read = new AdaptiveCard();
	read.parse(card, context);
	const events = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at));
	return [...events, ...read.validateProperties().validationEvents].map(({ message }) => message);
}
