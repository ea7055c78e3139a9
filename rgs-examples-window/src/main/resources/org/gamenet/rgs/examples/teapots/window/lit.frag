// Glazed porcelain under a lamp and a sky; the table throws some of its colour up from below.
uniform vec3 u_colour;
uniform vec3 u_eyeAt;
uniform vec3 u_light;
uniform float u_gloss;
uniform float u_flash;
varying vec3 v_place;
varying vec3 v_normal;
void main() {
    vec3 n = normalize(v_normal);
    vec3 toEye = normalize(u_eyeAt - v_place);
    float lamp = max(dot(n, u_light), 0.0);
    float up = 0.5 + 0.5 * n.y;
    vec3 ambient = mix(vec3(0.34, 0.27, 0.24), vec3(0.47, 0.50, 0.58), up);
    float grounded = 0.72 + 0.28 * min(v_place.y, 1.0);
    vec3 colour = u_colour * (ambient * grounded + 0.78 * lamp);
    float shine = max(dot(n, normalize(u_light + toEye)), 0.0);
    shine *= shine; shine *= shine; shine *= shine; shine *= shine; shine *= shine;
    float edge = 1.0 - max(dot(n, toEye), 0.0);
    colour += u_gloss * (0.75 * shine + 0.30 * edge * edge * edge * up);
    gl_FragColor = vec4(mix(colour, vec3(1.0, 0.97, 0.88), u_flash), 1.0);
}
