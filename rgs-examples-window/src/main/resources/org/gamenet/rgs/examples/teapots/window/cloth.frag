uniform sampler2D u_cloth;
uniform float u_half;
varying vec2 v_across;
varying vec3 v_place;
void main() {
    vec3 colour = texture2D(u_cloth, v_across).rgb;
    vec2 out2 = abs(v_place.xz) / u_half;
    float far = max(out2.x, out2.y);
    float lamp = 1.04 - 0.36 * dot(out2, out2) * 0.5;
    if (far > 0.965) colour = mix(colour, vec3(0.97, 0.95, 0.90), 0.9);
    gl_FragColor = vec4(colour * lamp, 1.0);
}
