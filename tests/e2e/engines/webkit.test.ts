import { tellStory } from './story.ts';
import { webkit } from './webkit.ts';

tellStory('WebKit', webkit);
